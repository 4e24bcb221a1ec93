package dev.parley.bench.speech;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.WordMark;
import dev.parley.session.media.FrameCutter;
import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.tts.Voice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Somebody who says sentences, at 16 kHz. */
sealed interface Speaker {
    int RATE_HZ = 16_000;

    String name();

    short[] say(String sentence) throws IOException, InterruptedException;

    /** All speakers of this machine; nothing was chosen with those that are new. */
    static List<Speaker> all() {
        List<Speaker> all = here(
                flite("slt", "slt"),
                espeak("en-us", "en-us", "150"),
                flite("rms", "rms"),
                flite("kal16", "kal16"),
                espeak("en-gb", "en-gb", "150"),
                espeak("en-us+f3", "en-us+f3", "140"),
                flite("awb (new)", "awb"),
                espeak("en-us+m3 (new)", "en-us+m3", "150"),
                espeak("en-us+m7 (new)", "en-us+m7", "160"),
                espeak("en-us+f4 (new)", "en-us+f4", "150"));
        all.add(new Own("freetts at 1.25 (new)", new BigDecimal("1.25")));
        return all;
    }

    /** One speaker of each program. */
    static List<Speaker> oneOfEach() {
        return here(flite("slt", "slt"), espeak("en-us", "en-us", "150"));
    }

    private static List<Speaker> here(Installed... installed) {
        List<Speaker> all = new ArrayList<>();
        all.add(new Own());
        Stream.of(installed).filter(Installed::isHere).forEach(all::add);
        return all;
    }

    private static Installed flite(String name, String voice) {
        return new Installed("flite " + name, List.of("flite", "-voice", voice, "-t", "TEXT", "-o", "FILE"));
    }

    private static Installed espeak(String name, String voice, String rate) {
        return new Installed("espeak-ng " + name, List.of("espeak-ng", "-v", voice, "-s", rate, "-w", "FILE", "TEXT"));
    }

    /** The voice of the program itself. */
    record Own(String name, BigDecimal rate) implements Speaker {
        Own() {
            this("freetts", BigDecimal.ONE);
        }

        @Override
        public short[] say(String sentence) {
            return sounded(SpeakingProvider.freeTts(), sentence, rate).samples();
        }
    }

    /** What a voice said, when its first sound came, and where its words begin. */
    final class Sounded {
        private final short[] samples;
        private final long firstNanos;
        private final List<WordMark> words;

        private Sounded(short[] samples, long firstNanos, List<WordMark> words) {
            this.samples = samples;
            this.firstNanos = firstNanos;
            this.words = words;
        }

        short[] samples() {
            return samples;
        }

        long firstNanos() {
            return firstNanos;
        }

        List<WordMark> words() {
            return words;
        }
    }

    /** Lets a voice say something. */
    static Sounded sounded(Voice voice, String sentence) {
        return sounded(voice, sentence, BigDecimal.ONE);
    }

    private static Sounded sounded(Voice voice, String sentence, BigDecimal rate) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<WordMark> words = new ArrayList<>();
        long[] first = {0};
        new SpeakingProvider(voice)
                .start(
                        new ProviderInvocation("c1", voice.name(), Modality.TTS, "bench", 1, "key", 1, 1),
                        new ProviderRequest.Synthesize(sentence, "", rate, BigDecimal.ONE, RATE_HZ, 0),
                        event -> {
                            if (event instanceof ProviderEvent.AudioChunk chunk) {
                                first[0] = first[0] == 0 ? System.nanoTime() : first[0];
                                bytes.writeBytes(chunk.frame().pcm());
                                words.addAll(chunk.words());
                            }
                            return true;
                        },
                        CancelToken.NEVER)
                .grant(Long.MAX_VALUE);
        return new Sounded(samples(bytes.toByteArray()), first[0], words);
    }

    /** A program that writes a WAV file. */
    record Installed(String name, List<String> command) implements Speaker {
        boolean isHere() {
            try {
                Process asked = new ProcessBuilder(command.getFirst(), "--version")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                asked.waitFor();
                return true;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public short[] say(String sentence) throws IOException, InterruptedException {
            Path file = Files.createTempFile("parley-bench", ".wav");
            try {
                List<String> filled = command.stream()
                        .map(each -> each.equals("TEXT") ? sentence : each.equals("FILE") ? file.toString() : each)
                        .toList();
                new ProcessBuilder(filled)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
                byte[] wav = Files.readAllBytes(file);
                int rateHz = ByteBuffer.wrap(wav).order(ByteOrder.LITTLE_ENDIAN).getInt(24);
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                FrameCutter cutter = new FrameCutter(rateHz, 1, bytes::writeBytes);
                cutter.write(wav, 44, wav.length - 44);
                cutter.finish();
                return samples(bytes.toByteArray());
            } finally {
                Files.delete(file);
            }
        }
    }

    static short[] samples(byte[] pcm) {
        short[] samples = new short[pcm.length / 2];
        ByteBuffer.wrap(pcm).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().get(samples);
        return samples;
    }

    /** The sound between so much silence, with noise so many decibels below the speech; infinity for none. */
    static short[] heard(short[] speech, int beforeMs, int afterMs, double noiseBelowDb) {
        int perMs = RATE_HZ / 1000;
        short[] all = new short[speech.length + (beforeMs + afterMs) * perMs];
        System.arraycopy(speech, 0, all, beforeMs * perMs, speech.length);
        if (Double.isFinite(noiseBelowDb)) {
            double power = 0;
            for (short sample : speech) {
                power += (double) sample * sample / speech.length;
            }
            double noise = Math.sqrt(power / Math.pow(10, noiseBelowDb / 10));
            Random random = new Random(speech.length);
            for (int i = 0; i < all.length; i++) {
                all[i] = (short) Math.clamp(Math.round(all[i] + noise * random.nextGaussian()), -32_768, 32_767);
            }
        }
        return all;
    }

    /** The sentences of a list. */
    static List<String> sentences(String list) throws IOException {
        try (var in = Speaker.class.getResourceAsStream("/speech/" + list + ".txt")) {
            if (in == null) {
                throw new IOException("the sentences " + list + " are missing");
            }
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
        }
    }
}
