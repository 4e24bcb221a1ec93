package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.people.Understanding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What was heard is read where it was heard, unless it stops the agent. */
class UnderstoodSpeechTest {
    private static final ProviderInvocation CALL =
            new ProviderInvocation("stt-1", "script", Modality.STT, "one", 1, "key", 1, 1);

    private final List<String> steps = new ArrayList<>();

    private final Understanding slow = new Understanding() {
        @Override
        public boolean takesLong(String sentence) {
            return true;
        }

        @Override
        public void prepare(String sentence) {
            steps.add("read " + sentence);
        }

        @Override
        public @Nullable String statement(String sentence) {
            return null;
        }

        @Override
        public @Nullable Note note(String sentence) {
            return null;
        }
    };

    /** Hears these words at once, on the thread that asks. */
    private record Heard(List<String> words) implements Provider {
        @Override
        public ProviderProfile profile() {
            return StandIn.script(words).profile();
        }

        @Override
        public ProviderCall start(
                ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
            words.forEach(
                    each -> ingress.offer(new ProviderEvent.FinalTranscript(invocation, each, 1_000, 0, 1, List.of())));
            return StandIn.script(words).start(invocation, request, ingress, token);
        }
    }

    @Test
    void wordsThatStopEnterUnreadAndOthersAreReadFirst() {
        Provider recogniser = new Heard(List.of("turn on the light", "stop that"));
        Map<Modality, Provider> voices = UnderstoodSpeech.beside(
                Map.of(Modality.STT, recogniser), slow, _ -> {}, words -> words.startsWith("stop"));
        ProviderCall call = voices.getOrDefault(Modality.STT, recogniser)
                .start(
                        CALL,
                        new ProviderRequest.Transcribe("u-1", "en", 16_000, true),
                        event -> event instanceof ProviderEvent.FinalTranscript heard
                                ? steps.add("enter " + heard.text())
                                : true,
                        CancelToken.NEVER);
        call.cancel();
        assertEquals(List.of("read turn on the light", "enter turn on the light", "enter stop that"), steps);
    }
}
