package dev.parley.app.voice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.app.config.VoiceSpec;
import dev.parley.app.talk.ConfiguredAgents;
import dev.parley.app.talk.HousePhrases;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.rune.Rune;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.session.media.Frame;
import dev.parley.session.port.AudioSink;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.tts.SpeakingProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A loudspeaker beside a microphone: the agent hears itself as loud as it speaks, and never interrupts or answers itself. */
@Timeout(120)
class EchoTest {
    private static final int QUIET_FRAMES = 75;
    private static final int FRAMES_MAX = 2_000;

    @TempDir
    Path folder;

    private final List<Rune> runes = new CopyOnWriteArrayList<>();

    /** What is played comes back 100 ms later, above what the person says. */
    private static final class Room implements SoundCard.Lines {
        private static final int LATE_FRAMES = 5;

        private final byte[] person;
        private final Deque<byte[]> echo = new ArrayDeque<>();
        private final Semaphore ticks = new Semaphore(0);
        private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
        private int at;
        private int frames;
        private boolean heardItself;

        Room(byte[] person) {
            this.person = person;
            for (int i = 0; i < LATE_FRAMES; i++) {
                echo.add(new byte[Frame.BYTES]);
            }
        }

        @Override
        public void start() {
            var _ = ticker.scheduleAtFixedRate(ticks::release, 0, Frame.MS, TimeUnit.MILLISECONDS);
        }

        @Override
        public boolean hear(byte[] frame) {
            ticks.acquireUninterruptibly();
            byte[] late = echo.size() > LATE_FRAMES ? echo.remove() : new byte[Frame.BYTES];
            for (int i = 0; i < frame.length; i++) {
                frame[i] = at + i < person.length ? person[at + i] : late[i];
                heardItself |= late[i] != 0;
            }
            at += frame.length;
            frames++;
            return true;
        }

        @Override
        public void play(byte[] frame) {
            echo.add(frame.clone());
        }

        @Override
        public void flush() {
            echo.clear();
        }

        @Override
        public void close() {
            ticker.shutdownNow();
        }
    }

    private static byte[] said(String text) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(new byte[Frame.BYTES * 20]);
        new SpeakingProvider(SpeakingProvider.freeTts())
                .start(
                        new ProviderInvocation("c1", "freetts", Modality.TTS, "test", 1, "key", 1, 1),
                        new ProviderRequest.Synthesize(text, "", BigDecimal.ONE, BigDecimal.ONE, Frame.RATE_HZ, 0),
                        event -> {
                            if (event instanceof ProviderEvent.AudioChunk chunk) {
                                all.writeBytes(chunk.frame().pcm());
                            }
                            return true;
                        },
                        CancelToken.NEVER)
                .grant(Long.MAX_VALUE);
        return all.toByteArray();
    }

    private long count(String kind) {
        return runes.stream().filter(rune -> rune.kind().equals(kind)).count();
    }

    @Test
    void theAgentNeverInterruptsItself() throws IOException {
        Room room = new Room(said("what can you do"));
        int[] quiet = {0};
        Configuration configuration = Configuration.DEFAULT;
        VoiceCast cast = new VoiceCast(
                VoiceSpec.DEFAULT,
                HousePhrases.recogniser(configuration),
                new ModelStore(folder.resolve("models"), _ -> "no-client"));
        cast.prepare();
        try (ConfiguredTools shelf = ConfiguredTools.open(configuration.shelf(), folder);
                Parley parley = new ConfiguredAgents(configuration, shelf, cast)
                        .into(Parley.in(folder.resolve("data")))
                        .open();
                SoundCard card = new SoundCard(
                        room,
                        "ana",
                        () -> room.frames > FRAMES_MAX
                                || (quiet[0] += count("playback.ended") > 0 ? 1 : 0) > QUIET_FRAMES,
                        _ -> {})) {
            card.attend(AudioSink.NONE, runes::add);
            Conversation conversation = parley.converse("echo", Visit.of("ana"), card);
            card.run(conversation);
        }
        assertEquals(
                1,
                count("playback.ended"),
                () -> runes.stream().map(Rune::kind).toList().toString());
        assertTrue(room.heardItself, "the microphone had the loudspeaker in it");
        assertEquals(1, count("user.words"), "only the person was heard");
        assertEquals(0, count("turn.interrupted"));
        assertEquals(0, count("speech.rejected"));
    }
}
