package dev.parley.speech.moonshine;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.parley.speech.onnx.Network;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes down one sound: the decoder with what it remembers of the sound and of its own pieces. */
final class Writer implements AutoCloseable {
    private static final int LAYERS = 8;
    private static final int HEADS = 8;
    private static final int HEAD_SIZE = 52;
    private static final int BEGIN = 1;
    private static final int END = 2;
    private static final String PAST = "past_key_values.";
    private static final String PRESENT = "present.";

    private final Network decoder;
    private final OnnxTensor sound;
    private final List<OnnxTensor> empty = new ArrayList<>();
    private final Map<String, OnnxTensor> nothing = new HashMap<>();
    private final Step first;

    Writer(Network decoder, OnnxTensor sound) throws OrtException {
        this.decoder = decoder;
        this.sound = sound;
        for (int layer = 0; layer < LAYERS; layer++) {
            for (String part : List.of(".decoder.key", ".decoder.value", ".encoder.key", ".encoder.value")) {
                OnnxTensor none = Network.tensor(new float[0], 0, HEADS, 1, HEAD_SIZE);
                empty.add(none);
                nothing.put(PAST + layer + part, none);
            }
        }
        this.first = step(nothing, BEGIN, false);
    }

    /** What the decoder answered after a piece, and what it remembers. */
    private record Step(OrtSession.Result answer, Map<String, OnnxTensor> memory) implements AutoCloseable {
        @Override
        public void close() {
            answer.close();
        }
    }

    /** A line, and the step after which its last piece was chosen. */
    private record Open(Line line, Step before) {}

    /** The best line, where so many are followed at a time. */
    Line best(Expected expected, int width, int most) throws OrtException {
        List<Line> ended = new ArrayList<>();
        List<Open> open = chosen(List.of(new Open(Line.empty(), first)), expected, width, ended);
        List<Step> steps = new ArrayList<>();
        try {
            while (!open.isEmpty()
                    && ended.size() < width
                    && open.getFirst().line().pieces().size() < most) {
                List<Step> old = List.copyOf(steps);
                List<Open> next = new ArrayList<>();
                for (Open each : open) {
                    Step step =
                            step(each.before().memory(), each.line().pieces().getLast(), true);
                    steps.add(step);
                    next.add(new Open(each.line(), step));
                }
                old.forEach(Step::close);
                steps.removeAll(old);
                open = chosen(next, expected, width - ended.size(), ended);
            }
        } finally {
            steps.forEach(Step::close);
        }
        open.forEach(each -> ended.add(each.line()));
        return ended.stream().max(Comparator.comparingDouble(Line::rank)).orElseThrow();
    }

    /** The best ways to go on with these lines; those that end are set aside. */
    private static List<Open> chosen(List<Open> lines, Expected expected, int width, List<Line> ended)
            throws OrtException {
        List<Open> all = new ArrayList<>();
        for (Open each : lines) {
            float[] chances = Network.floats(each.before().answer(), 0);
            expected.goOn(each.line(), chances, width, END).forEach(line -> all.add(new Open(line, each.before())));
        }
        all.sort(Comparator.comparingDouble((Open each) -> each.line().favour()).reversed());
        List<Open> open = new ArrayList<>();
        for (Open each : all.subList(0, Math.min(width, all.size()))) {
            if (each.line().ended()) {
                ended.add(each.line());
            } else {
                open.add(each);
            }
        }
        return open;
    }

    private Step step(Map<String, OnnxTensor> memory, int piece, boolean isCached) throws OrtException {
        OrtSession.Result result;
        try (OnnxTensor last = Network.tensor(new long[] {piece}, 1, 1);
                OnnxTensor cached = Network.tensor(isCached)) {
            Map<String, OnnxTensor> inputs = new HashMap<>(memory);
            inputs.put("input_ids", last);
            inputs.put("encoder_hidden_states", sound);
            inputs.put("use_cache_branch", cached);
            result = decoder.run(inputs);
        }
        Map<String, OnnxTensor> remembered = new HashMap<>(memory);
        result.forEach(each -> {
            String name = each.getKey();
            boolean ofSound = name.contains(".encoder.");
            if (name.startsWith(PRESENT) && (!isCached || !ofSound)) {
                remembered.put(PAST + name.substring(PRESENT.length()), (OnnxTensor) each.getValue());
            }
        });
        return new Step(result, remembered);
    }

    @Override
    public void close() {
        first.close();
        empty.forEach(OnnxTensor::close);
    }
}
