package dev.parley.sim.script;

import dev.parley.kernel.json.Json;
import dev.parley.session.event.Reply;
import dev.parley.sim.script.Scenario.Delta;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads how a model writes its answer bit by bit: {@code model: {deltas: [[ms, "text"], [ms, {call: id}]]}}. */
final class DeltaReader {
    private static final String FORM = "must be a list of [ms, \"text\"], their times never going back";

    private static final Set<String> KEYS = Set.of("deltas", "throws");

    private DeltaReader() {}

    /** Whether the model throws instead of answering: {@code model: {throws: true}}. */
    static boolean fails(Fields line) throws BadScenario {
        Tree model = line.tree("model");
        return model != null && Fields.of(model, "'model'", KEYS).flag("throws", false);
    }

    static List<Delta> read(Fields line) throws BadScenario {
        Tree model = line.tree("model");
        if (model == null || fails(line)) {
            return List.of();
        }
        Fields fields = Fields.of(model, "'model'", KEYS);
        List<Delta> deltas = new ArrayList<>();
        long before = 0;
        for (Tree item : fields.items("deltas")) {
            if (!(item instanceof Tree.Sequence(List<Tree> pair, int _)
                    && pair.size() == 2
                    && pair.getFirst() instanceof Tree.Scalar(Json.Num(BigDecimal ms), int _)
                    && ms.signum() >= 0
                    && ms.stripTrailingZeros().scale() <= 0
                    && ms.compareTo(BigDecimal.valueOf(before)) >= 0)) {
                throw fields.wrong("deltas", FORM);
            }
            before = ms.longValueExact();
            deltas.add(delta(fields, before, pair.getLast()));
        }
        if (deltas.isEmpty()) {
            throw fields.wrong("deltas", "has nothing in it");
        }
        return deltas;
    }

    private static Delta delta(Fields fields, long atMs, Tree what) throws BadScenario {
        return switch (what) {
            case Tree.Scalar(Json.Str(String text), int _) when !text.isEmpty() -> new Delta(atMs, text, "");
            case Tree.Mapping mapping ->
                new Delta(
                        atMs, "", Fields.of(mapping, "a delta", Set.of("call")).required("call"));
            default -> throw fields.wrong("deltas", FORM);
        };
    }

    /** All of the text. */
    static String text(List<Delta> deltas) {
        return deltas.stream().map(Delta::text).collect(Collectors.joining());
    }

    /** What the line says beside it has to be the same. */
    static void check(Fields line, List<Delta> deltas, Reply reply) throws BadScenario {
        if (deltas.isEmpty()) {
            return;
        }
        if (line.has("says") && !plain(line.text("says", "")).equals(plain(text(deltas)))) {
            throw line.wrong("says", "is not the text of the deltas");
        }
        for (Delta delta : deltas) {
            boolean known = delta.call().isEmpty()
                    || reply.calls().stream().anyMatch(call -> call.id().equals(delta.call()));
            if (!known) {
                throw line.wrong("model", "names no call of this reply: " + delta.call());
            }
        }
    }

    private static String plain(String text) {
        return text.replaceAll("\\s+", "");
    }
}
