package dev.parley.kernel.rune;

import dev.parley.kernel.json.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Runes that tell something about somebody. Such a rune is not public, whatever its writer meant; where it is about one
 * person only, that person may see it all the same.
 */
public final class Confided {
    private static final String TO = "confided_to";

    private Confided() {}

    /**
     * The rune as it may be recorded.
     *
     * @param owners whose facts a text carries
     */
    public static RuneDraft of(RuneDraft draft, Function<String, Set<String>> owners) {
        if (draft.envelope().visibility() != Visibility.PUBLIC) {
            return draft;
        }
        Set<String> found = new LinkedHashSet<>();
        for (Map.Entry<String, Json> field : draft.payload().fields().entrySet()) {
            if (Personal.whose(draft.kind(), field.getKey()) != null) {
                collect(field.getValue(), owners, found);
            }
        }
        if (found.isEmpty()) {
            return draft;
        }
        RuneDraft internal = draft.withVisibility(Visibility.INTERNAL);
        return found.size() > 1
                ? internal
                : internal.withPayload(draft.payload().with(TO, found.iterator().next()));
    }

    private static void collect(Json value, Function<String, Set<String>> owners, Set<String> found) {
        switch (value) {
            case Json.Str(String text) -> found.addAll(owners.apply(text));
            case Json.Num number -> found.addAll(owners.apply(number.text()));
            case Json.Arr(List<Json> items) -> items.forEach(item -> collect(item, owners, found));
            case Json.Obj object -> object.fields().values().forEach(each -> collect(each, owners, found));
            case Json.Bool _, Json.Null _ -> {}
        }
    }

    /**
     * Whether a rune is shown to somebody. Whoever serves a record decides by this; a reader never chooses (ruling E3).
     *
     * @param ceiling up to where their role lets them see
     * @param person who they are, empty for somebody whom nobody can name
     */
    public static boolean isShown(Rune rune, Visibility ceiling, String person) {
        return ceiling.admits(rune.visibility()) || (!person.isEmpty() && isTo(rune, person));
    }

    /** Whether this rune, which is not public, is about this person and nobody else. */
    private static boolean isTo(Rune rune, String person) {
        return rune.visibility() == Visibility.INTERNAL
                && person.equals(rune.payload().text(TO));
    }
}
