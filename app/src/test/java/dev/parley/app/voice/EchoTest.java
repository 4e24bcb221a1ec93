package dev.parley.app.voice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.app.config.VoiceSpec;
import dev.parley.app.talk.ConfiguredAgents;
import dev.parley.app.talk.HousePhrases;
import dev.parley.app.talk.OwnCommands;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.media.Frame;
import dev.parley.session.port.AudioSink;
import dev.parley.speech.models.ModelStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
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

    /** After so much of the answer the person interrupts it. */
    private static final int SPOKEN_FRAMES = 75;

    @TempDir
    Path folder;

    private final List<Rune> runes = new CopyOnWriteArrayList<>();

    /** What is played comes back 100 ms later, with reflections of its walls, under what the person says. */
    private static final class Room implements SoundCard.Lines {
        private static final int LATE = Frame.RATE_HZ / 10;
        private static final int[] WALLS = {0, 210, 530, 1_120};
        private static final double[] STRENGTHS = {0.7, -0.2, 0.15, -0.1};

        private final byte[] person;
        private final byte[] interruption;
        private final short[] sounding = new short[2 * LATE];
        private final Deque<byte[]> queue = new ArrayDeque<>();
        private final Semaphore ticks = new Semaphore(0);
        private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
        private int at;
        private int heard;
        private int spokenFrames;
        private int frames;
        private boolean heardItself;

        Room(byte[] person, byte[] interruption) {
            this.person = person;
            this.interruption = interruption;
        }

        @Override
        public void start() {
            var _ = ticker.scheduleAtFixedRate(ticks::release, 0, Frame.MS, TimeUnit.MILLISECONDS);
        }

        @Override
        public boolean hear(byte[] frame) {
            ticks.acquireUninterruptibly();
            byte[] played = queue.poll();
            spokenFrames += played == null ? 0 : 1;
            for (int i = 0; i < frame.length; i += 2) {
                sounding[at % sounding.length] = played == null ? 0 : sample(played, i);
                int sum = sample(person, heard) + (spokenFrames > SPOKEN_FRAMES ? interrupting() : 0);
                for (int wall = 0; wall < WALLS.length; wall++) {
                    int from = at - LATE - WALLS[wall] / 2;
                    sum += from < 0 ? 0 : (int) (STRENGTHS[wall] * sounding[from % sounding.length]);
                }
                heardItself |= Math.abs(sum) > 1_000 && heard >= person.length;
                short mixed = (short) Math.clamp(sum, Short.MIN_VALUE, Short.MAX_VALUE);
                frame[i] = (byte) mixed;
                frame[i + 1] = (byte) (mixed >> 8);
                at++;
                heard += 2;
            }
            frames++;
            return true;
        }

        private int interruptedAt;

        private int interrupting() {
            int next = sample(interruption, interruptedAt);
            interruptedAt += 2;
            return next;
        }

        private static short sample(byte[] pcm, int at) {
            return at + 1 < pcm.length ? (short) ((pcm[at] & 0xff) | (pcm[at + 1] << 8)) : 0;
        }

        @Override
        public void play(byte[] frame) {
            queue.add(frame.clone());
        }

        @Override
        public void close() {
            ticker.shutdownNow();
        }
    }

    private static byte[] said(String text) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(new byte[Frame.BYTES * 20]);
        all.writeBytes(Spoken.pcm(text));
        return all.toByteArray();
    }

    private long count(String kind) {
        return runes.stream().filter(rune -> rune.kind().equals(kind)).count();
    }

    private void talk(Room room, Echo echo) throws IOException {
        int[] quiet = {0};
        Configuration configuration = Configuration.DEFAULT;
        VoiceCast cast = new VoiceCast(
                VoiceSpec.DEFAULT,
                HousePhrases.hearing(configuration, OwnCommands.NONE),
                new ModelStore(folder.resolve("models"), _ -> "no-client"));
        cast.prepare();
        try (ConfiguredTools shelf = ConfiguredTools.open(configuration.shelf(), folder);
                Parley parley = new ConfiguredAgents(configuration, shelf, cast)
                        .into(Parley.in(folder.resolve("data")))
                        .open();
                SoundCard card = new SoundCard(
                        room,
                        echo,
                        "ana",
                        () -> room.frames > FRAMES_MAX
                                || (quiet[0] += count("playback.ended") > 0 ? 1 : 0) > QUIET_FRAMES,
                        _ -> {})) {
            card.attend(AudioSink.NONE, runes::add);
            Conversation conversation = parley.converse("echo", Visit.of("ana"), card);
            card.run(conversation);
        }
    }

    private String kinds() {
        return runes.stream().map(Rune::kind).toList().toString();
    }

    private void theAgentNeverInterruptsItself(Echo echo) throws IOException {
        Room room = new Room(said("what can you do"), new byte[0]);
        talk(room, echo);
        assertEquals(1, count("playback.ended"), this::kinds);
        assertTrue(room.heardItself, "the microphone had the loudspeaker in it");
        assertEquals(1, count("user.words"), "only the person was heard");
        assertEquals(0, count("turn.interrupted"));
        assertEquals(0, count("speech.rejected"));
    }

    @Test
    void withoutACancellerTheAgentNeverInterruptsItself() throws IOException {
        theAgentNeverInterruptsItself(new HalfDuplex());
    }

    @Test
    void withACancellerTheAgentNeverInterruptsItself() throws IOException {
        theAgentNeverInterruptsItself(canceller());
    }

    @Test
    void withACancellerAPersonInterruptsItByVoice() throws IOException {
        talk(new Room(said("what can you do"), said("turn on the kitchen lights")), canceller());
        List<String> kinds = runes.stream().map(Rune::kind).toList();
        int stopped = kinds.indexOf("control.barge_in");
        assertTrue(stopped > 0 && stopped < kinds.indexOf("playback.ended"), this::kinds);
        assertTrue(count("turn.interrupted") > 0, this::kinds);
    }

    /** Its library needs those of a desktop, which the browser of the other tests brings. */
    private static Echo canceller() {
        EchoCanceller canceller = EchoCanceller.open();
        assumeTrue(canceller != null, "the canceller's library does not load here");
        return Objects.requireNonNull(canceller);
    }
}
