package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.standin.StandIn;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A provider's circuit is that of the host: what one conversation found out, no other has to find out again. */
@Timeout(60)
class SharedGuardsTest {
    @TempDir
    Path data;

    /** A voice that is busy, made anew for every conversation. */
    private record BusyVoice(AtomicInteger asked) implements Provider {
        @Override
        public ProviderProfile profile() {
            return new ProviderProfile(
                    "busy",
                    Modality.TTS,
                    true,
                    true,
                    0,
                    new ProviderProfile.Timeouts(1_000, 1_000),
                    ProviderProfile.Limits.NONE);
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            asked.incrementAndGet();
            ingress.offer(new ProviderEvent.Ended(invocation, Outcome.overload(0, "busy")));
            return new Ended(invocation);
        }
    }

    private record Ended(ProviderInvocation invocation) implements ProviderCall {
        @Override
        public boolean feed(AudioFrame frame) {
            return true;
        }

        @Override
        public void finishInput() {}

        @Override
        public void grant(long credit) {}

        @Override
        public void cancel() {}
    }

    private static final class Nobody implements FarEnd {
        @Override
        public boolean play(byte[] pcm, long mediaMicros) {
            return true;
        }

        @Override
        public void flush() {}
    }

    private static List<Json.Obj> outcomes(Conversation talk) {
        return talk.record().stream()
                .filter(rune -> rune.kind().equals("provider.outcome"))
                .map(Rune::payload)
                .filter(outcome -> "tts".equals(outcome.text("provider")))
                .toList();
    }

    private static void say(Conversation talk) {
        var _ = talk.say("hello").handle((_, _) -> "").join();
    }

    @Test
    void aCircuitThatOneConversationOpenedIsOpenForTheOthers() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (Parley parley = Parley.in(data)
                .model((_, _) -> Reply.says("Hello."))
                .voices(() -> Map.of(
                        Modality.STT, StandIn.script(List.of()),
                        Modality.TTS, new BusyVoice(asked),
                        Modality.VAD, StandIn.level()))
                .open()) {
            Conversation first = parley.converse("first", Visit.ofStranger(), new Nobody());
            for (int i = 0; i < 5; i++) {
                say(first);
            }
            assertEquals(5, asked.get());
            Conversation second = parley.converse("second", Visit.ofStranger(), new Nobody());
            say(second);
            assertEquals(5, asked.get(), "nobody asks who is left alone");
            assertEquals(
                    List.of("the circuit of busy is open"),
                    outcomes(second).stream()
                            .map(outcome -> outcome.text("reason"))
                            .toList());
        }
    }
}
