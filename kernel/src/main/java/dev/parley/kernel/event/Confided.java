package dev.parley.kernel.event;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonTexts;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.util.Map;
import java.util.Set;

/**
 * Runes that tell something about somebody. Such a rune is not public, whatever its writer meant; where it is about one
 * person only, that person may see it all the same.
 */
public final class Confided {
    /** The field that names the person who may see the rune. */
    static final String TO = "confided_to";

    private Confided() {}

    /** What people may know of each other at this moment. */
    public interface Guard {
        /** Nobody is known, so nothing is about anybody. */
        Guard NONE = new Guard() {
            @Override
            public Set<String> owners(String text) {
                return Set.of();
            }

            @Override
            public boolean mayBeSaid(String text, String person) {
                return true;
            }
        };

        /** Whose facts a text carries. */
        Set<String> owners(String text);

        /** Whether this may be said to this person before everybody who is here now. */
        boolean mayBeSaid(String text, String person);
    }

    /**
     * The rune as it may be recorded. What may not be said to the person now is not shown to them either (ruling E12).
     */
    public static RuneDraft of(RuneDraft draft, Guard guard) {
        if (draft.envelope().visibility() != Visibility.PUBLIC) {
            return draft;
        }
        StringBuilder texts = new StringBuilder();
        for (Map.Entry<String, Json> field : draft.payload().fields().entrySet()) {
            if (Personal.whose(draft.kind(), field.getKey()) != null) {
                JsonTexts.addTexts(field.getValue(), texts);
            }
        }
        String text = texts.toString();
        Set<String> found = text.isEmpty() ? Set.of() : guard.owners(text);
        if (found.isEmpty()) {
            return draft;
        }
        RuneDraft internal = draft.withVisibility(Visibility.INTERNAL);
        String owner = found.iterator().next();
        boolean isShown = found.size() == 1 && (isOwnWords(draft.kind()) || guard.mayBeSaid(text, owner));
        return isShown ? internal.withPayload(draft.payload().with(TO, owner)) : internal;
    }

    private static boolean isOwnWords(String kind) {
        EventType type = EventCatalogue.find(kind);
        return type != null && type.isOwnWords();
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
