package dev.parley.speech.moonshine;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.parley.speech.onnx.Network;
import dev.parley.speech.stt.Transcriber;
import dev.parley.speech.stt.Understood;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Understands any sentence. It works on one utterance at a time, so that ten voices do not take ten times its memory. */
public final class Moonshine implements Transcriber {

    /** Nobody says more pieces in a second; a network that writes more repeats itself. */
    private static final double PIECES_A_SECOND = 6.5;

    private static final int PIECES_MIN = 4;
    private static final float FULL_SCALE = 32_768f;

    /** Shorter sounds are filled up with silence: the encoder needs something to look at. */
    private static final int SAMPLES_MIN = RATE_HZ / 2;

    /** Noise makes the network say something too, but it is not sure of it: the geometric mean of its chances. */
    private static final double SURE = 0.45;

    /** What is less clear than this is written again with more than one line in mind, which takes four times as long. */
    private static final double CLEAR = 0.85;

    private static final int LINES = 4;
    private static final int PERMILLE = 1_000;

    private final Network encoder;
    private final Network decoder;
    private final Vocabulary vocabulary;
    private final Expected expected;
    private final ReentrantLock working = new ReentrantLock();

    private Moonshine(Network encoder, Network decoder, Vocabulary vocabulary, Expected expected) {
        this.encoder = encoder;
        this.decoder = decoder;
        this.vocabulary = vocabulary;
        this.expected = expected;
    }

    /** @param folder of the fetched model, checked */
    public static Moonshine in(Path folder) throws IOException {
        return in(folder, List.of());
    }

    /**
     * The same for people who mostly say what is to be expected.
     *
     * @param words single words, none of them empty; they are preferred to others that sound nearly like them
     */
    public static Moonshine in(Path folder, Collection<String> words) throws IOException {
        Vocabulary vocabulary = Vocabulary.read(folder.resolve("vocabulary.js"));
        return new Moonshine(
                new Network(folder.resolve("encoder.onnx")),
                Network.askedOften(folder.resolve("decoder.onnx")),
                vocabulary,
                Expected.of(words, vocabulary));
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
        return understand(samples, LINES);
    }

    /** The rest will tell: it is not looked at twice. */
    @Override
    public Understood understandHalf(short[] samples) {
        return understand(samples, 1);
    }

    private Understood understand(short[] samples, int lines) {
        float[] sound = new float[Math.max(SAMPLES_MIN, samples.length)];
        for (int i = 0; i < samples.length; i++) {
            sound[i] = samples[i] / FULL_SCALE;
        }
        working.lock();
        try {
            return written(sound, lines);
        } catch (OrtException e) {
            throw new IllegalStateException("moonshine cannot be run: " + e.getMessage(), e);
        } finally {
            working.unlock();
        }
    }

    private Understood written(float[] sound, int lines) throws OrtException {
        int most = Math.max(PIECES_MIN, (int) (PIECES_A_SECOND * sound.length / RATE_HZ));
        try (OnnxTensor input = Network.tensor(sound, 1, sound.length);
                OrtSession.Result heard = encoder.run(Map.of("input_values", input));
                Writer writer = new Writer(decoder, (OnnxTensor) heard.get(0))) {
            Line line = writer.best(expected, 1, most);
            if (line.chance() < CLEAR && lines > 1) {
                line = writer.best(expected, lines, most);
            }
            String text = vocabulary.text(line.pieces());
            boolean spoken = text.chars().anyMatch(Character::isLetterOrDigit);
            return new Understood(
                    text, spoken && line.chance() >= SURE, (int) Math.round(PERMILLE * line.chance()), List.of());
        }
    }
}
