package dev.parley.speech.moonshine;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.parley.speech.onnx.Network;
import dev.parley.speech.stt.Transcriber;
import dev.parley.speech.stt.Understood;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Understands any sentence. It works on one utterance at a time, so that ten voices do not take ten times its memory. */
public final class Moonshine implements Transcriber {
    private static final int LAYERS = 8;
    private static final int HEADS = 8;
    private static final int HEAD_SIZE = 52;
    private static final int BEGIN = 1;
    private static final int END = 2;

    /** Nobody says more pieces in a second; a network that writes more repeats itself. */
    private static final double PIECES_A_SECOND = 6.5;

    private static final int PIECES_MIN = 4;
    private static final float FULL_SCALE = 32_768f;

    /** Shorter sounds are filled up with silence: the encoder needs something to look at. */
    private static final int SAMPLES_MIN = RATE_HZ / 2;

    /** Noise makes the network say something too, but it is not sure of it: the geometric mean of its chances. */
    private static final double SURE = 0.45;

    private static final int PERMILLE = 1_000;

    private final Network encoder;
    private final Network decoder;
    private final Vocabulary vocabulary;
    private final ReentrantLock working = new ReentrantLock();

    private Moonshine(Network encoder, Network decoder, Vocabulary vocabulary) {
        this.encoder = encoder;
        this.decoder = decoder;
        this.vocabulary = vocabulary;
    }

    /** @param folder of the fetched model, checked */
    public static Moonshine in(Path folder) throws IOException {
        return new Moonshine(
                new Network(folder.resolve("encoder.onnx")),
                Network.askedOften(folder.resolve("decoder.onnx")),
                Vocabulary.read(folder.resolve("vocabulary.js")));
    }

    @Override
    public String name() {
        return "moonshine";
    }

    @Override
    public boolean understandsHalfSentences() {
        return true;
    }

    @Override
    public void prepare() {
        understand(new short[RATE_HZ]);
    }

    @Override
    public Understood understand(short[] samples) {
        float[] sound = new float[Math.max(SAMPLES_MIN, samples.length)];
        for (int i = 0; i < samples.length; i++) {
            sound[i] = samples[i] / FULL_SCALE;
        }
        working.lock();
        try {
            return written(sound);
        } catch (OrtException e) {
            throw new IllegalStateException("moonshine cannot be run: " + e.getMessage(), e);
        } finally {
            working.unlock();
        }
    }

    private Understood written(float[] sound) throws OrtException {
        List<Integer> pieces = new ArrayList<>();
        double logChance = 0;
        int most = Math.max(PIECES_MIN, (int) (PIECES_A_SECOND * sound.length / RATE_HZ));
        try (OnnxTensor input = Network.tensor(sound, 1, sound.length);
                OrtSession.Result heard = encoder.run(Map.of("input_values", input));
                Writer writer = new Writer((OnnxTensor) heard.get(0))) {
            int piece = BEGIN;
            while (piece != END && pieces.size() < most) {
                float[] chances = writer.after(piece);
                piece = largest(chances);
                logChance += chances[piece] - logSum(chances);
                if (piece != END) {
                    pieces.add(piece);
                }
            }
        }
        String text = vocabulary.text(pieces);
        double chance = Math.exp(logChance / (pieces.size() + 1));
        boolean spoken = text.chars().anyMatch(Character::isLetterOrDigit);
        return new Understood(text, spoken && chance >= SURE, (int) Math.round(PERMILLE * chance), List.of());
    }

    private static int largest(float[] values) {
        int best = 0;
        for (int i = 1; i < values.length; i++) {
            best = values[i] > values[best] ? i : best;
        }
        return best;
    }

    private static double logSum(float[] values) {
        float top = values[largest(values)];
        double sum = 0;
        for (float value : values) {
            sum += Math.exp(value - top);
        }
        return top + Math.log(sum);
    }

    /** The decoder with what it remembers of the sound and of its own pieces. */
    private final class Writer implements AutoCloseable {
        private static final String PAST = "past_key_values.";
        private static final String PRESENT = "present.";

        private final OnnxTensor sound;
        private final Map<String, OnnxTensor> memory = new HashMap<>();
        private final List<OrtSession.Result> results = new ArrayList<>();
        private final List<OnnxTensor> empty = new ArrayList<>();

        Writer(OnnxTensor sound) throws OrtException {
            this.sound = sound;
            for (int layer = 0; layer < LAYERS; layer++) {
                for (String part : List.of(".decoder.key", ".decoder.value", ".encoder.key", ".encoder.value")) {
                    OnnxTensor nothing = Network.tensor(new float[0], 0, HEADS, 1, HEAD_SIZE);
                    empty.add(nothing);
                    memory.put(PAST + layer + part, nothing);
                }
            }
        }

        /** How likely each piece is after this one. */
        float[] after(int piece) throws OrtException {
            boolean first = results.isEmpty();
            OrtSession.Result result;
            try (OnnxTensor last = Network.tensor(new long[] {piece}, 1, 1);
                    OnnxTensor cached = Network.tensor(!first)) {
                Map<String, OnnxTensor> inputs = new HashMap<>(memory);
                inputs.put("input_ids", last);
                inputs.put("encoder_hidden_states", sound);
                inputs.put("use_cache_branch", cached);
                result = decoder.run(inputs);
            }
            results.add(result);
            result.forEach(each -> {
                String name = each.getKey();
                boolean ofSound = name.contains(".encoder.");
                if (name.startsWith(PRESENT) && (first || !ofSound)) {
                    memory.put(PAST + name.substring(PRESENT.length()), (OnnxTensor) each.getValue());
                }
            });
            forgetOld();
            return Network.floats(result, 0);
        }

        /** What the first step remembers of the sound stays; of later steps only the last one is needed. */
        private void forgetOld() {
            if (results.size() > 2) {
                results.remove(1).close();
            }
        }

        @Override
        public void close() {
            results.forEach(OrtSession.Result::close);
            empty.forEach(OnnxTensor::close);
        }
    }
}
