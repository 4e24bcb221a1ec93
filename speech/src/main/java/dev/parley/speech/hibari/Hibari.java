package dev.parley.speech.hibari;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.parley.provider.Resampler;
import dev.parley.speech.hibari.Wave.Spectra;
import dev.parley.speech.onnx.Network;
import dev.parley.speech.tts.Voice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** A pleasant American voice. */
public final class Hibari implements Voice {
    private static final double GAIN = 1.86;
    private static final int PAD = 0;
    private static final int PARTS = 6;

    /** Where the network does not tell where its words lie, each gets its part of the time by how many sounds it has. */
    private static final int SPACE_WEIGHT = 1;

    private final Network network;
    private final Pronunciation pronunciation;
    private final Map<Integer, Long> numbers;

    private Hibari(Network network, Pronunciation pronunciation, Map<Integer, Long> numbers) {
        this.network = network;
        this.pronunciation = pronunciation;
        this.numbers = numbers;
    }

    /** @param folder of the fetched model, checked */
    public static Hibari in(Path folder) throws IOException {
        return new Hibari(
                new Network(folder.resolve("voice.onnx")),
                new Pronunciation(folder),
                numbers(folder.resolve("sounds.json")));
    }

    private static Map<Integer, Long> numbers(Path file) throws IOException {
        Map<Integer, Long> numbers = new HashMap<>();
        try (InputStream in = Files.newInputStream(file);
                JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                int letter = json.currentName().codePointAt(0);
                json.nextToken();
                numbers.put(letter, json.getLongValue());
            }
            return numbers;
        } catch (JacksonException e) {
            throw new IOException(file.getFileName() + " holds no sounds", e);
        }
    }

    @Override
    public String name() {
        return "hibari";
    }

    @Override
    public double gain() {
        return GAIN;
    }

    @Override
    public void prepare() {
        say("I am ready to speak now", '.', 1);
    }

    @Override
    public Said say(String words, char mark, double stretch) {
        List<String> given = List.of(words.split(" "));
        List<String> sounds = pronunciation.of(given);
        String text = String.join(" ", sounds) + (mark == ' ' ? "," : String.valueOf(mark));
        short[] samples = Resampler.whole(Wave.of(spectra(text, (float) (1 / stretch))), Wave.RATE_HZ, RATE_HZ);
        return new Said(samples, starts(sounds, samples.length));
    }

    private Spectra spectra(String text, float speed) {
        List<Long> ids = new ArrayList<>();
        ids.add((long) PAD);
        text.codePoints().filter(numbers::containsKey).mapToObj(numbers::get).forEach(ids::add);
        ids.add((long) PAD);
        long[] all = ids.stream().mapToLong(Long::longValue).toArray();
        try (OnnxTensor sounds = Network.tensor(all, 1, all.length);
                OnnxTensor rate = Network.tensor(new float[] {speed}, 1);
                OrtSession.Result result = network.run(Map.of("ids", sounds, "speed", rate))) {
            return new Spectra(IntStream.range(0, PARTS)
                    .mapToObj(part -> Network.floats(result, part))
                    .toList());
        } catch (OrtException e) {
            throw new IllegalStateException("hibari cannot be run: " + e.getMessage(), e);
        }
    }

    private static int[] starts(List<String> sounds, int length) {
        int all = sounds.stream().mapToInt(each -> each.length() + SPACE_WEIGHT).sum();
        int[] starts = new int[sounds.size()];
        long before = 0;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = (int) (before * length / Math.max(1, all));
            before += sounds.get(i).length() + SPACE_WEIGHT;
        }
        return starts;
    }
}
