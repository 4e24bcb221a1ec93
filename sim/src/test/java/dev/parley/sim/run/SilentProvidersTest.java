package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.ModelProvider;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.dispatch.Providers;
import dev.parley.provider.guard.RetryPolicy;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.VoiceKind;
import dev.parley.session.time.Rank;
import dev.parley.sim.ProvidersAround;
import dev.parley.sim.SilentCall;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Providers that never answer, that throw or that are too busy cost their own work and nothing after it. */
class SilentProvidersTest {
    private static final String TALK = """
        name: two sentences
        user:
          - {from_ms: 0, to_ms: 1000, says: "hello"}
          - {from_ms: 6000, to_ms: 7000, says: "hello again"}
        agent:
          - {when: hello, says: "Good day.", audio_ms: 500}
        """;

    @Test
    void anSttThatNeverAnswersEndsByItsTimeoutAndTheConversationHearsAgain() throws Exception {
        List<Rune> runes = run(Modality.STT, working -> new Mute(working.profile(), working));
        assertEquals(List.of("stt timeout took 3000 owed 2000"), failures(runes));
        assertEquals(List.of("hello again"), texts(runes, "user.words"));
        assertEquals(List.of("Good day."), texts(runes, "agent.reply"));
    }

    @Test
    void aModelThatNeverAnswersEndsItsTurnAndTheNextOneIsAnswered() throws Exception {
        List<Rune> runes = run(Modality.LLM, working -> new Mute(working.profile(), working));
        assertEquals(List.of("llm timeout took 2000 owed 2000"), failures(runes));
        assertEquals(List.of("hello", "hello again"), texts(runes, "user.words"));
        assertEquals(List.of("Good day."), texts(runes, "agent.reply"));
        assertEquals(List.of("provider_timeout", "completed"), endings(runes));
    }

    @Test
    void aVoiceThatNeverAnswersEndsItsTurnAndTheNextOneIsSpoken() throws Exception {
        List<Rune> runes = run(Modality.TTS, working -> new Mute(working.profile(), working));
        assertEquals(List.of("tts timeout took 2000 owed 2000"), failures(runes));
        assertEquals(List.of("provider_timeout", "completed"), endings(runes));
    }

    @Test
    void aModelThatThrowsEndsItsTurnWithAReason() throws Exception {
        Model broken = (prompt, cancel) -> {
            throw new StackOverflowError();
        };
        List<Rune> runes = run(Modality.LLM, working -> new ModelProvider(working.profile(), broken, Runnable::run));
        assertEquals(List.of("fault", "fault"), endings(runes));
    }

    @Test
    void aModelThatIsTooBusyIsAskedAgainWithinTheSameTurn() throws Exception {
        Deque<Integer> busy = new ArrayDeque<>(List.of(1, 2));
        Model model = (prompt, cancel) -> {
            if (busy.poll() != null) {
                throw new Model.ModelFailure("429", true);
            }
            return Model.Reply.says("Good day.");
        };
        retry = new RetryPolicy(3, 100, 100);
        List<Rune> runes = run(Modality.LLM, working -> new ModelProvider(working.profile(), model, Runnable::run));
        assertEquals(List.of("llm error took 0 owed 0", "llm error took 0 owed 0"), failures(runes));
        assertEquals(List.of("completed", "completed"), endings(runes));
    }

    private RetryPolicy retry = RetryPolicy.NONE;

    private List<Rune> run(Modality modality, UnaryOperator<Provider> around) throws Exception {
        Scenario scenario = ScenarioReader.yaml(TALK);
        VirtualTime time = new VirtualTime(scenario.start().toEpochMilli());
        MemoryJournal journal = new MemoryJournal();
        VirtualSession session = new VirtualSession(
                time,
                new SessionHost.Wanted(
                        scenario.conversation(),
                        ScenarioRun.wanted(scenario, 0).what(),
                        scenario.settings(),
                        Map.of(),
                        place -> {
                            ConversationLoop.Ports ports = ScenarioRun.world(scenario, 0, place);
                            return new ConversationLoop.Ports(
                                    ports.time(),
                                    ports.timers(),
                                    ports.journal(),
                                    with(ports.providers(), modality, around),
                                    ports.tools(),
                                    ports.people());
                        }),
                (_, _) -> journal,
                List.of());
        session.open();
        for (Scenario.Voice voice : scenario.voices()) {
            SessionEvent began = new SessionEvent.VoiceBegan(voice.id(), VoiceKind.SPEECH, voice.by());
            time.atMs(voice.fromMs(), Rank.USER, () -> session.offer(began));
            time.atMs(voice.toMs(), Rank.USER, () -> session.offer(new SessionEvent.VoiceEnded(voice.id())));
        }
        time.run();
        session.end();
        return journal.runes();
    }

    private Providers with(Providers providers, Modality replaced, UnaryOperator<Provider> around) {
        return new ProvidersAround(
                providers,
                retry,
                provider -> provider.profile().modality() == replaced ? around.apply(provider) : provider);
    }

    private static List<String> failures(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("provider.outcome"))
                .filter(rune -> !"success".equals(rune.payload().text("outcome")))
                .map(rune -> rune.payload().text("provider") + " "
                        + rune.payload().text("outcome") + " took " + canonical(rune, "took_ms") + " owed "
                        + canonical(rune, "owed_ms"))
                .toList();
    }

    private static String canonical(Rune rune, String field) {
        Json value = rune.payload().get(field);
        return value == null ? "nothing" : value.canonical();
    }

    private static List<String> texts(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(rune -> String.valueOf(rune.payload().text("pii_text")))
                .toList();
    }

    private static List<String> endings(List<Rune> runes) {
        return runes.stream()
                .filter(rune ->
                        rune.kind().equals("turn.completed") || rune.kind().equals("turn.error"))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .toList();
    }

    /** Says nothing to its first call, and works afterwards. */
    private static final class Mute implements Provider {
        private final ProviderProfile profile;
        private final Provider working;
        private boolean asked;

        Mute(ProviderProfile profile, Provider working) {
            this.profile = profile;
            this.working = working;
        }

        @Override
        public ProviderProfile profile() {
            return profile;
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            if (asked) {
                return working.start(invocation, request, ingress, token);
            }
            asked = true;
            return new SilentCall(invocation, () -> {});
        }
    }
}
