package dev.parley.sim.media;

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
import java.util.List;
import org.junit.jupiter.api.Test;

/** Somebody seems to go on by the sound of their voice, and has said a whole sentence for certain. */
class WholeSentenceTest {
    private static final String WEATHER = """
        agent:
          - {when: "weather", says: "It is sunny and warm in all of the country today."}
        """;

    @Test
    void whoHasSaidAWholeSentenceIsGivenLessTime() {
        VoiceCall call = new VoiceCall(WEATHER).burst(1_000, 2_000);
        call.speakWith(Modality.STT, wholly("what is the weather"));
        call.speakWith(Modality.END_OF_TURN, call.judge(200));
        call.hold(9_000);
        assertEquals(List.of("3540-6480"), call.agentHeard(), "2500 + 750 of patience + 300, in whole frames");
    }

    @Test
    void whoGoesOnAfterAWholeSentenceIsGivenAllTheTimeAgain() {
        VoiceCall call = new VoiceCall(WEATHER).burst(1_000, 2_000).burst(2_700, 3_400);
        call.speakWith(Modality.STT, wholly("what is the weather", "in rome"));
        call.speakWith(Modality.END_OF_TURN, call.judge(200));
        call.hold(12_000);
        assertEquals(1, call.runes("turn.started").size());
        assertEquals(List.of("5700-8640"), call.agentHeard(), "3900 + 1500 of patience + 300");
    }

    /** Somebody who knows each of these as a whole sentence. */
    private static Provider wholly(String... sentences) {
        Provider script = StandIn.script(List.of(sentences));
        return new Provider() {
            @Override
            public ProviderProfile profile() {
                return script.profile();
            }

            @Override
            public boolean runsOnLoop() {
                return script.runsOnLoop();
            }

            @Override
            public ProviderCall start(
                    ProviderInvocation call, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
                return script.start(call, request, event -> ingress.offer(whole(event)), token);
            }
        };
    }

    private static ProviderEvent whole(ProviderEvent event) {
        return event instanceof ProviderEvent.FinalTranscript heard
                ? new ProviderEvent.FinalTranscript(
                        heard.invocation(),
                        heard.text(),
                        heard.confidencePermille(),
                        heard.fromMediaMs(),
                        heard.toMediaMs(),
                        heard.words(),
                        true)
                : event;
    }
}
