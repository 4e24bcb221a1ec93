package dev.parley.app.talk;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.yaml.YamlDocument;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A story about the people of a house: what is said and what happens, and which verdicts that leads to.
 *
 * @param person who talks, confirmed; null for somebody whom nobody knows
 * @param verdicts some of those that fall, in their order: machine, action, target, decision, and the rule that was broken
 * @param said parts of what the agent says
 */
record Story(
        String name,
        @Nullable String person,
        Instant start,
        List<Line> lines,
        List<String> verdicts,
        List<String> said) {

    /** One thing that happens. */
    sealed interface Line {
        /** Somebody types. */
        record Typed(String text) implements Line {}

        /** The runtime notices something. */
        record Noticed(PeopleChanged event) implements Line {}

        /** Nothing happens for so long. */
        record Passed(long ms) implements Line {}

        /** The conversation ends, and this person begins another. */
        record Again(String person) implements Line {}
    }

    static Story read(Path file) throws IOException {
        YamlMap top = YamlDocument.read(file.toString(), Files.readString(file))
                .map()
                .only(List.of("name", "as", "date", "lines", "verdicts", "said"));
        List<Line> lines = new ArrayList<>();
        top.required("lines").items().forEach(item -> lines.add(line(item)));
        return new Story(
                top.required("name").text(),
                top.optional("as").map(YamlValue::text).orElse(null),
                Instant.parse(top.optional("date").map(YamlValue::text).orElse("2026-03-10") + "T10:00:00Z"),
                lines,
                texts(top, "verdicts"),
                texts(top, "said"));
    }

    private static List<String> texts(YamlMap top, String field) {
        List<String> all = new ArrayList<>();
        top.optional(field).ifPresent(list -> list.items().forEach(item -> all.add(item.text())));
        return all;
    }

    private static Line line(YamlValue item) {
        if (!item.isMap()) {
            return new Line.Typed(item.text());
        }
        YamlMap fields = item.map().only(List.of("notices", "person", "confidence", "passes", "again"));
        if (fields.optional("again").isPresent()) {
            return new Line.Again(fields.required("again").text());
        }
        if (fields.optional("passes").isPresent()) {
            return new Line.Passed(ms(fields.required("passes").text()));
        }
        String person = fields.required("person").text();
        Json.Obj who = Json.Obj.EMPTY.with("person", person);
        Json.Obj parameters = fields.optional("confidence")
                .map(sure -> who.with(
                        "confidence", new Json.Num(new BigDecimal(sure.json().text()))))
                .orElse(who);
        return new Line.Noticed(
                new PeopleChanged("identity", fields.required("notices").text(), person, parameters, ""));
    }

    private static long ms(String length) {
        long count = Long.parseLong(length.replaceAll("\\D", ""));
        return count
                * switch (length.replaceAll("\\d", "")) {
                    case "s" -> 1_000;
                    case "m" -> 60_000;
                    default -> 3_600_000;
                };
    }

    /** The verdicts of these runes that stories tell of. */
    static List<String> verdicts(List<Rune> runes) {
        List<String> all = new ArrayList<>();
        for (Rune rune : runes) {
            Json.Obj payload = rune.payload();
            String what = payload.text("action") + " ";
            String decision = String.valueOf(payload.text("decision"));
            if ("household".equals(VerdictRune.room(rune))) {
                String machine = payload.text("machine") == null ? "-" : payload.text("machine");
                all.add(machine + " " + what + payload.text("target") + " " + decision + broken(payload));
            } else if ("stream".equals(VerdictRune.room(rune))) {
                all.add("stream " + what + decision);
            }
        }
        return all;
    }

    private static String broken(Json.Obj payload) {
        StringBuilder rules = new StringBuilder();
        if (payload.get("violations") instanceof Json.Arr(List<Json> items)) {
            items.forEach(item -> rules.append(' ').append(item instanceof Json.Str(String id) ? id : item.text()));
        }
        return rules.toString();
    }

    /** What of this story did not come about; empty if all of it did. */
    List<String> missing(List<String> fell, List<String> spoken) {
        List<String> missing = new ArrayList<>();
        int next = 0;
        for (String wanted : verdicts) {
            int found = next;
            while (found < fell.size() && !fits(wanted, fell.get(found))) {
                found++;
            }
            if (found == fell.size()) {
                missing.add(wanted);
            } else {
                next = found + 1;
            }
        }
        String all = String.join(" ", spoken).replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
        said.stream()
                .filter(each -> !all.contains(each.toLowerCase(Locale.ROOT)))
                .forEach(missing::add);
        return missing;
    }

    /** A wanted rule is among those that were broken. */
    private static boolean fits(String wanted, String fell) {
        List<String> words = List.of(fell.split(" "));
        return words.containsAll(List.of(wanted.split(" ")))
                && fell.startsWith(wanted.replaceFirst(" people\\..*", ""));
    }
}
