package dev.parley.speech;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.stt.Transcriber;
import dev.parley.speech.stt.TranscriberProvider;
import dev.parley.speech.stt.Understood;
import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.tts.Voice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However many listen, there is time for those who speak, and for the sockets. */
class ComputeThreadsTest {
    private static final int MANY = 2 * Runtime.getRuntime().availableProcessors() + 2;

    /** Computes until somebody else had time to do something. */
    private record Busy(AtomicBoolean released) implements Transcriber {
        @Override
        public String name() {
            return "busy";
        }

        @Override
        public Understood understand(short[] samples) {
            while (!released.get()) {
                Thread.onSpinWait();
            }
            return new Understood("yes", true, 1_000, List.of());
        }

        @Override
        public boolean understandsHalfSentences() {
            return false;
        }

        @Override
        public void prepare() {}
    }

    /** A voice for which time is found while everybody listens. */
    private record Releasing(AtomicBoolean released) implements Voice {
        @Override
        public String name() {
            return "releasing";
        }

        @Override
        public Said say(String words, char mark, double stretch) {
            released.set(true);
            return new Said(new short[RATE_HZ], new int[] {0});
        }

        @Override
        public double gain() {
            return 1;
        }

        @Override
        public void prepare() {}
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoeverSpeaksIsNotHeldUpByThoseWhoListen() throws InterruptedException {
        AtomicBoolean released = new AtomicBoolean();
        List<Thread> calls = new ArrayList<>();
        List<Boolean> understood = new ArrayList<>();
        var speech = Sound.of("yes");
        for (int i = 0; i < MANY; i++) {
            calls.add(Thread.ofVirtual().start(() -> {
                List<ProviderEvent> events = Sound.run(
                        new TranscriberProvider(new Busy(released)),
                        new ProviderRequest.Transcribe("u1", "en", Sound.RATE_HZ, true),
                        speech);
                synchronized (understood) {
                    understood.add(events.stream().anyMatch(ProviderEvent.FinalTranscript.class::isInstance));
                }
            }));
        }
        calls.add(Thread.ofVirtual()
                .start(() -> Sound.run(
                        new SpeakingProvider(new Releasing(released)),
                        new ProviderRequest.Synthesize("Yes.", "", BigDecimal.ONE, BigDecimal.ONE, Sound.RATE_HZ, 0),
                        List.of())));
        try {
            for (Thread call : calls) {
                call.join();
            }
        } finally {
            released.set(true);
        }
        assertTrue(understood.size() == MANY && !understood.contains(false), understood::toString);
    }
}
