package dev.parley.sim.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.standin.StandIn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A client that sends a recording sends it faster than anybody speaks; every word of it is heard. */
class HurriedVoiceTest {
    private static final int FRAME_MS = 20;

    @Test
    void aSentenceThatComesAtOnceIsHeardFromItsBeginning() {
        VoiceCall call = new VoiceCall("""
                agent: [{when: "weather", says: "It is sunny."}]
                """, "what is the weather").burst(1_000, 2_000);
        List<Long> heardMs = new ArrayList<>();
        call.speakWith(Modality.VAD, overheard(StandIn.level(), _ -> call.hurry(3_000)));
        call.speakWith(
                Modality.STT,
                overheard(StandIn.script(List.of("what is the weather")), frame -> heardMs.add(frame.mediaMs())));
        call.at(0, () -> call.hurry(3_000));
        call.hold(12_000);
        assertTrue(heardMs.getFirst() < 1_000, "heard from " + heardMs.getFirst());
        for (int i = 1; i < heardMs.size(); i++) {
            assertEquals(heardMs.get(i - 1) + FRAME_MS, heardMs.get(i), "no frame is missing");
        }
        assertEquals("what is the weather", call.rune("user.words").payload().text("pii_text"));
        assertEquals(1, call.runes("playback.started").size());
    }

    /** The same provider, and somebody who learns of every frame that it hears. */
    private static Provider overheard(Provider provider, Consumer<AudioFrame> learns) {
        return new Provider() {
            @Override
            public ProviderProfile profile() {
                return provider.profile();
            }

            @Override
            public boolean runsOnLoop() {
                return true;
            }

            @Override
            public ProviderCall start(
                    ProviderInvocation invocation,
                    ProviderRequest request,
                    ProviderIngress ingress,
                    CancelToken token) {
                ProviderCall call = provider.start(invocation, request, ingress, token);
                return new ProviderCall() {
                    @Override
                    public ProviderInvocation invocation() {
                        return call.invocation();
                    }

                    @Override
                    public boolean feed(AudioFrame frame) {
                        boolean taken = call.feed(frame);
                        learns.accept(frame);
                        return taken;
                    }

                    @Override
                    public void finishInput() {
                        call.finishInput();
                    }

                    @Override
                    public void grant(long credit) {
                        call.grant(credit);
                    }

                    @Override
                    public void cancel() {
                        call.cancel();
                    }
                };
            }
        };
    }
}
