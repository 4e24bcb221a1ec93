package dev.parley.speech.tts;

import dev.parley.provider.Resampler;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/**
 * A voice that is a program of this machine. Every clause is one short process, which gets the words in a file that only its owner
 * may read, never in its command line. As many run at once as there are cores; whoever stops listening ends theirs.
 */
public final class InstalledVoice implements Voice {
    private static final long PATIENCE_S = 20;
    private static final Semaphore RUNNING = new Semaphore(Runtime.getRuntime().availableProcessors());
    private static final String REHEARSAL = "I am ready to speak now";

    private final Kind kind;
    private final String choice;
    private volatile double gain;

    /** Which program. */
    public enum Kind {
        FLITE("flite", "slt"),
        ESPEAK_NG("espeak-ng", "en-us"),
        PIPER("piper", "");

        private final String program;
        private final String usual;

        Kind(String program, String usual) {
            this.program = program;
            this.usual = usual;
        }

        /** What it is called on a command line and in a configuration. */
        public String program() {
            return program;
        }

        /** Whether it is on the path. */
        public boolean isHere() {
            String path = System.getenv("PATH");
            return path != null
                    && Stream.of(path.split(File.pathSeparator, -1))
                            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
        }
    }

    private InstalledVoice(Kind kind, String choice) {
        this.kind = kind;
        this.choice = choice;
    }

    /** Its usual voice. Piper has none. */
    public static InstalledVoice of(Kind kind) {
        return of(kind, kind.usual);
    }

    /** @param choice which of its voices; of Piper, the file of a model */
    public static InstalledVoice of(Kind kind, String choice) {
        if (choice.isBlank() || choice.startsWith("-")) {
            throw new IllegalArgumentException(kind.program + " has no voice '" + choice + "'");
        }
        return new InstalledVoice(kind, choice);
    }

    public Kind kind() {
        return kind;
    }

    @Override
    public String name() {
        return kind.program;
    }

    /** Programs and their voices differ in loudness, so what a voice says first is measured. */
    @Override
    public double gain() {
        double known = gain;
        if (known == 0) {
            known = Levelling.gain(say(REHEARSAL, '.', 1).samples);
            gain = known;
        }
        return known;
    }

    @Override
    public void prepare() {
        gain();
    }

    @Override
    public Said say(String words, char mark, double stretch) {
        try {
            RUNNING.acquire();
            try {
                short[] samples = run(words + (mark == '?' ? "?" : "."), stretch);
                return new Said(samples, starts(words, samples.length));
            } finally {
                RUNNING.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Said(new short[0], new int[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(kind.program + " cannot be run: " + e.getMessage(), e);
        }
    }

    private short[] run(String text, double stretch) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-voice");
        Path words = folder.resolve("words");
        Path sound = folder.resolve("sound.wav");
        try {
            Files.writeString(words, text);
            List<String> command = new ArrayList<>(List.of(kind.program));
            command.addAll(options(words, sound, stretch));
            Process process = new ProcessBuilder(command)
                    .redirectInput(words.toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                    throw new IOException("no sound within " + PATIENCE_S + " seconds");
                }
            } finally {
                process.destroyForcibly();
            }
            if (process.exitValue() != 0 || !Files.exists(sound)) {
                throw new IOException("it ended with " + process.exitValue() + " for the voice " + choice);
            }
            return samples(sound);
        } finally {
            Files.deleteIfExists(words);
            Files.deleteIfExists(sound);
            Files.deleteIfExists(folder);
        }
    }

    private List<String> options(Path words, Path sound, double stretch) {
        return switch (kind) {
            case FLITE ->
                List.of(
                        "-voice",
                        choice,
                        "--setf",
                        "duration_stretch=" + decimal(stretch),
                        "-f",
                        words.toString(),
                        "-o",
                        sound.toString());
            case ESPEAK_NG ->
                List.of(
                        "-v",
                        choice,
                        "-s",
                        String.valueOf(Math.clamp(Math.round(NORMAL_WORDS / stretch), 80, 450)),
                        "-f",
                        words.toString(),
                        "-w",
                        sound.toString());
            case PIPER ->
                List.of("--model", choice, "--length_scale", decimal(stretch), "--output_file", sound.toString());
        };
    }

    /** How many words espeak-ng says in a minute if nothing else is asked for. */
    private static final double NORMAL_WORDS = 165;

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static short[] samples(Path sound) throws IOException {
        try (AudioInputStream in = AudioSystem.getAudioInputStream(sound.toFile())) {
            AudioFormat format = in.getFormat();
            if (format.getSampleSizeInBits() != 16 || format.getChannels() != 1 || format.isBigEndian()) {
                throw new IOException("it made another kind of sound: " + format);
            }
            byte[] bytes = in.readAllBytes();
            short[] samples = new short[bytes.length / 2];
            for (int i = 0; i < samples.length; i++) {
                samples[i] = (short) ((bytes[2 * i] & 0xff) | (bytes[2 * i + 1] << 8));
            }
            return Resampler.whole(samples, Math.round(format.getSampleRate()), RATE_HZ);
        } catch (UnsupportedAudioFileException e) {
            throw new IOException("it made no sound that can be read", e);
        }
    }

    /** These programs do not tell where their words lie: each gets its part of the time by how long it is written. */
    private static int[] starts(String words, int length) {
        String[] given = words.split(" ", -1);
        int[] starts = new int[given.length];
        long before = 0;
        for (int i = 0; i < given.length; i++) {
            starts[i] = (int) (before * length / (words.length() + 1));
            before += given[i].length() + 1;
        }
        return starts;
    }
}
