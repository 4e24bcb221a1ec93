package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.event.SessionEvent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Somebody who detects voices, recognises, speaks or judges ends of turns throws, never answers, floods or answers after the end:
 * the conversation lives on, what happened is in its record, and what is typed afterwards is answered.
 */
class BadVoicesTest {
    private static final String WEATHER = """
        agent:
          - {when: "weather", says: "It is sunny."}
          - {when: "again", says: "Still sunny."}
        """;
    private static final int FLOOD = 10_000;
    private static final long TIMEOUT_MS = 1_000;

    private enum Trouble {
        THROWS_AT_ONCE,
        THROWS_LATER,
        NEVER_ANSWERS,
        FLOODS,
        ANSWERS_LATE
    }

    private static Stream<Modality> modalities() {
        return Stream.of(Modality.VAD, Modality.STT, Modality.TTS, Modality.END_OF_TURN);
    }

    @TestFactory
    Stream<DynamicTest> theConversationLivesOn() {
        return modalities()
                .flatMap(modality -> Stream.of(Trouble.values())
                        .map(trouble ->
                                DynamicTest.dynamicTest(modality + " " + trouble, () -> livesOn(modality, trouble))));
    }

    private static void livesOn(Modality modality, Trouble trouble) {
        VoiceCall call = new VoiceCall(WEATHER, "what is the weather").burst(1_000, 2_000);
        call.speakWith(modality, new Bad(modality, trouble));
        call.at(20_000, () -> call.offer(new SessionEvent.TextTyped("again", "ana")));
        call.hold(40_000);
        List<String> kinds = call.journal.runes().stream().map(Rune::kind).toList();
        assertTrue(
                call.runes("provider.call").stream()
                        .anyMatch(rune -> "bad".equals(rune.payload().text("name"))),
                "it was asked: " + kinds);
        assertTrue(
                call.runes("provider.outcome").stream()
                        .anyMatch(rune -> "bad".equals(rune.payload().text("name"))),
                "and what became of it is recorded: " + kinds);
        assertTrue(
                call.runes("agent.reply").stream()
                        .anyMatch(rune -> "Still sunny.".equals(rune.payload().text("pii_text"))),
                "what is typed later is answered: " + kinds);
        assertEquals(List.of(), call.runes("session.fault"), "nothing broke");
        assertEquals(
                call.runes("turn.started").size(),
                call.runes("turn.closed").size(),
                "every turn has its end: " + kinds);
    }

    /** Does one thing wrong. */
    private record Bad(Modality modality, Trouble trouble) implements Provider {
        @Override
        public ProviderProfile profile() {
            return new ProviderProfile(
                    "bad",
                    modality,
                    true,
                    true,
                    0,
                    new ProviderProfile.Timeouts(TIMEOUT_MS, TIMEOUT_MS),
                    ProviderProfile.Limits.NONE);
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            if (trouble == Trouble.THROWS_AT_ONCE) {
                throw new IllegalStateException("broken");
            }
            return new BadCall(invocation, trouble, ingress);
        }
    }

    private record BadCall(ProviderInvocation invocation, Trouble trouble, ProviderIngress ingress)
            implements ProviderCall {
        private void act() {
            if (trouble == Trouble.THROWS_LATER) {
                throw new StackOverflowError();
            }
            for (int i = 0; trouble == Trouble.FLOODS && i < FLOOD; i++) {
                ingress.offer(answer());
            }
        }

        private ProviderEvent answer() {
            return switch (invocation.modality()) {
                case VAD -> new ProviderEvent.VoiceStarted(invocation, 0);
                case STT -> new ProviderEvent.FinalTranscript(invocation, "what is the weather", 900, 0, 20, List.of());
                case END_OF_TURN -> new ProviderEvent.EndScored(invocation, "bad", 100, false);
                default ->
                    new ProviderEvent.AudioChunk(invocation, new AudioFrame(new byte[640], 16_000, 0, 20), List.of());
            };
        }

        @Override
        public boolean feed(AudioFrame frame) {
            act();
            return true;
        }

        @Override
        public void finishInput() {
            act();
        }

        @Override
        public void grant(long credit) {
            act();
        }

        @Override
        public void cancel() {
            if (trouble == Trouble.ANSWERS_LATE) {
                ingress.offer(answer());
            }
        }
    }
}
