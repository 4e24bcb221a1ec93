package dev.parley.app.voice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.FarEnd;
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
import dev.parley.speech.models.ModelStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody talks with the default voice in real time: an hour in {@code verify --long}, and a few seconds otherwise; {@code
 * -Dparley.voice.seconds} takes another time, and {@code -Dparley.voice.fetched=true} the models that were fetched here. Everything is
 * answered, no answer has a hole, neither live objects nor the resident memory grow, and what the media line calls a second is one.
 */
class LongVoiceTest {
    private static final int SECONDS =
            Integer.getInteger("parley.voice.seconds", Boolean.getBoolean("parley.long") ? 3_600 : 5);
    private static final int ROUND_SECONDS = 15;
    private static final int WARM_ROUNDS = 2;
    private static final long NANOS_PER_MS = 1_000_000;
    private static final long MICROS_PER_MS = 1_000;
    private static final long DRIFT_MS_MAX = 20;
    private static final double GROWTH_MIB_MAX = 16;
    private static final double MIB = 1 << 20;

    /** The collector takes more of the heap that it may have as time goes on; a leak of native code takes more than that in an hour. */
    private static final double RESIDENT_GROWTH_MIB_MAX = 256;

    private static final double KIB_PER_MIB = 1024;
    private static final List<String> COMMANDS = List.of(
            "turn on the kitchen lights",
            "set the volume to five",
            "what is the weather in rome",
            "turn off the bedroom lights");

    @TempDir
    Path folder;

    /** A far end with a player that begins with the first sound of an answer, and notes when it had to wait for more. */
    private static final class Player implements FarEnd {
        private long startNanos;
        private long playedUntilNanos;
        private int answers;
        private int waits;
        private int words;
        private int interrupted;
        private long longestWaitMs;
        /** How far the wall was from the media line at the beginning of every answer. */
        private final List<Long> spokenMs = new ArrayList<>();
        /** How far the media line was from what was sent at the beginning of every command. */
        private final List<Long> heardMs = new ArrayList<>();

        private long roundMs;

        @Override
        public synchronized boolean play(byte[] pcm, long mediaMicros) {
            long now = System.nanoTime();
            if (playedUntilNanos == 0) {
                playedUntilNanos = now;
                spokenMs.add((now - startNanos) / NANOS_PER_MS - mediaMicros / MICROS_PER_MS);
            }
            if (now > playedUntilNanos) {
                waits++;
                longestWaitMs = Math.max(longestWaitMs, (now - playedUntilNanos) / NANOS_PER_MS);
                playedUntilNanos = now;
            }
            playedUntilNanos += Frame.MS * NANOS_PER_MS;
            return true;
        }

        @Override
        public void flush() {}

        synchronized void round(long fromMs) {
            roundMs = fromMs;
        }

        @Override
        public synchronized void recorded(Rune rune) {
            switch (rune.kind()) {
                case "voice.began" -> heardMs.add(rune.envelope().mediaMicros() / MICROS_PER_MS - roundMs);
                case "playback.started" -> answers++;
                case "playback.ended" -> playedUntilNanos = 0;
                case "user.words" -> words++;
                case "turn.interrupted" -> interrupted++;
                default -> {}
            }
        }
    }

    @Test
    void nothingGrowsDriftsOrStutters() throws IOException {
        Configuration configuration = Configuration.DEFAULT;
        VoiceCast cast = new VoiceCast(
                VoiceSpec.DEFAULT,
                HousePhrases.hearing(configuration, OwnCommands.NONE),
                Boolean.getBoolean("parley.voice.fetched")
                        ? ModelStore.ofUser(System.getenv())
                        : new ModelStore(folder.resolve("models"), _ -> "no-client"));
        cast.prepare();
        Player player = new Player();
        int rounds = Math.max(1, SECONDS / ROUND_SECONDS);
        List<Double> heapMib = new ArrayList<>();
        List<Double> residentMib = new ArrayList<>();
        List<byte[]> sounds = COMMANDS.stream().map(LongVoiceTest::round).toList();
        Semaphore ticks = new Semaphore(0);
        try (ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
                ConfiguredTools shelf = ConfiguredTools.open(configuration.shelf(), folder);
                Parley parley = new ConfiguredAgents(configuration, shelf, cast)
                        .into(Parley.in(folder.resolve("data")))
                        .open();
                Conversation conversation = parley.converse("long", Visit.of("ana"), player)) {
            long heardFrames = 0;
            player.startNanos = System.nanoTime();
            var ticking = ticker.scheduleAtFixedRate(ticks::release, 0, Frame.MS, TimeUnit.MILLISECONDS);
            for (int round = 0; round < rounds; round++) {
                player.round(heardFrames * Frame.MS);
                byte[] sound = sounds.get(round % sounds.size());
                heardFrames = speak(conversation, sound, ticks, player.startNanos, heardFrames);
                heapMib.add(liveMib());
                residentMib.add(residentMib());
            }
            ticking.cancel(false);
        }
        report(player, rounds, heapMib, residentMib);
        assertEquals(rounds, player.words, "commands that were taken in");
        assertEquals(rounds, player.answers, "answers");
        assertEquals(0, player.interrupted, "answers that somebody cut");
        if (Boolean.getBoolean("parley.long")) {
            assertEquals(0, player.waits, () -> "the longest wait took " + player.longestWaitMs + " ms");
            assertTrue(driftMs(player.spokenMs) <= DRIFT_MS_MAX, player.spokenMs::toString);
            assertTrue(driftMs(player.heardMs) <= DRIFT_MS_MAX, player.heardMs::toString);
            assertTrue(grownMib(heapMib) <= GROWTH_MIB_MAX, heapMib::toString);
            assertTrue(grownMib(residentMib) <= RESIDENT_GROWTH_MIB_MAX, residentMib::toString);
        }
    }

    /** A command, and silence until the round is over. */
    private static byte[] round(String text) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(new byte[10 * Frame.BYTES]);
        all.writeBytes(Spoken.pcm(text));
        int frames = Math.min(SECONDS, ROUND_SECONDS) * 1_000 / Frame.MS;
        return Arrays.copyOf(all.toByteArray(), frames * Frame.BYTES);
    }

    /** Every frame at its time; one that is not taken comes again. Returns how many there were in all. */
    private static long speak(Conversation conversation, byte[] sound, Semaphore ticks, long startNanos, long before) {
        int frames = sound.length / Frame.BYTES;
        int sent = 0;
        while (sent < frames) {
            ticks.acquireUninterruptibly();
            long due = (System.nanoTime() - startNanos) / (Frame.MS * NANOS_PER_MS) + 1 - before;
            while (sent < Math.min(due, frames) && conversation.hear(sound, sent * Frame.BYTES)) {
                sent++;
            }
        }
        return before + frames;
    }

    private static double liveMib() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / MIB;
    }

    /** What the process has in memory, native libraries and their models included; 0 where the machine does not tell. */
    private static double residentMib() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / KIB_PER_MIB)
                .sum();
    }

    /** How far two clocks came apart, by the medians of the first and the last rounds; each command is in both equally often. */
    private static long driftMs(List<Long> apartMs) {
        int size = apartMs.size();
        int whole = size / 2 / COMMANDS.size() * COMMANDS.size();
        int part = Math.min(20, Math.max(Math.min(1, size), whole));
        return size == 0 ? 0 : Math.abs(median(apartMs.subList(size - part, size)) - median(apartMs.subList(0, part)));
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static double warmMib(List<Double> mib) {
        return mib.get(Math.min(WARM_ROUNDS, mib.size() - 1));
    }

    private static double grownMib(List<Double> mib) {
        return mib.getLast() - warmMib(mib);
    }

    private static void report(Player player, int rounds, List<Double> heapMib, List<Double> residentMib) {
        System.out.printf(
                "%d commands, %d taken in, %d answered, %d waits (longest %d ms), drift %d ms spoken, %d ms heard,"
                        + " live %.1f MiB and at the end %.1f, resident %.0f and at the end %.0f%n",
                rounds,
                player.words,
                player.answers,
                player.waits,
                player.longestWaitMs,
                driftMs(player.spokenMs),
                driftMs(player.heardMs),
                warmMib(heapMib),
                heapMib.getLast(),
                warmMib(residentMib),
                residentMib.getLast());
    }
}
