package dev.parley.kernel.people.privacy;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HouseholdEvents.HouseholdEventImported;
import dev.parley.kernel.event.HouseholdEvents.KnowledgeLearned;
import dev.parley.kernel.event.HouseholdEvents.MemoriesForgotten;
import dev.parley.kernel.event.HouseholdEvents.MemoryStored;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Parameters;
import dev.parley.kernel.rune.Rune;
import java.time.LocalDate;
import java.time.Period;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something the house knows about somebody, wherever it comes from: a field of a profile, a memory, the answer of a tool.
 * All of it meets the guard in this one form.
 *
 * @param owner whom it is about
 * @param name what kind of knowledge it is, never what it says
 * @param value what is known
 */
public record Knowledge(String owner, String name, Sensitivity sensitivity, Json value) {
    /** The name of what somebody told the house about themself in passing. */
    public static final String MEMORY = "memory";

    static final String BIRTHDATE = "birthdate";

    /** What is to be guarded is written out at every level of recording, where the answer of a tool may be a digest. */
    private static final String VALUE = "known";

    /** The name under which older records have it. */
    private static final String VALUE_BEFORE = "content";

    /** A field of a profile. */
    public static Knowledge ofProfile(String owner, String field, Json value) {
        boolean flag = value instanceof Json.Str(String text) && text.equalsIgnoreCase("true");
        return new Knowledge(owner, field, Sensitivity.of(field), flag ? Json.Obj.EMPTY.with(field, true) : value);
    }

    /** How old somebody is, which their birthdate tells. */
    static List<Fact> ofAge(String owner, String birthdate, LocalDate today) {
        LocalDate born = Parameters.date(birthdate);
        if (born == null || born.isAfter(today)) {
            return List.of();
        }
        return Phrase.ages(Period.between(born, today).getYears()).stream()
                .map(text -> new Fact(owner, BIRTHDATE, Sensitivity.of(BIRTHDATE), text))
                .toList();
    }

    public static Knowledge ofMemory(String owner, Sensitivity sensitivity, String text) {
        return new Knowledge(owner, MEMORY, sensitivity, Json.of(text));
    }

    /** The facts that a sentence may carry. The id of a person is no fact about them. */
    List<Fact> facts() {
        Set<String> forms = Phrase.forms(value);
        if (forms.isEmpty()
                && value instanceof Json.Str(String text)
                && text.strip().length() == 1) {
            forms = Phrase.named(name, text);
        }
        return forms.stream()
                .filter(text -> !text.equalsIgnoreCase(owner))
                .map(text -> new Fact(owner, name, sensitivity, text))
                .toList();
    }

    public Json.Obj toJson() {
        return Json.Obj.EMPTY
                .with("owner", owner)
                .with("name", name)
                .with("sensitivity", sensitivity.name())
                .with(VALUE, value);
    }

    /** What a rune of a conversation brings to know, or null where it brings nothing. */
    public static @Nullable Knowledge of(Rune rune) {
        if (EventCatalogue.is(rune, KnowledgeLearned.class)) {
            return read(rune.payload());
        }
        return EventCatalogue.is(rune, HouseholdEventImported.class)
                        && isOf(rune, MemoryStored.class)
                        && rune.payload().get("payload") instanceof Json.Obj memory
                ? read(memory)
                : null;
    }

    /** Whether a conversation learns by this rune that what people told about themselves is not known any more. */
    public static boolean isForgotten(Rune rune) {
        return EventCatalogue.is(rune, HouseholdEventImported.class) && isOf(rune, MemoriesForgotten.class);
    }

    private static boolean isOf(Rune imported, Class<? extends Event> type) {
        return EventCatalogue.kindOf(type).equals(imported.payload().text("kind"));
    }

    /** The knowledge that was written like this, or null where it was not. One that nobody can classify is sensitive. */
    public static @Nullable Knowledge read(Json.Obj json) {
        String owner = json.text("owner");
        String name = json.text("name");
        Json value = json.get(json.get(VALUE) == null ? VALUE_BEFORE : VALUE);
        if (owner == null || name == null || value == null) {
            return null;
        }
        return new Knowledge(owner, name, Sensitivity.named(json.text("sensitivity")), value);
    }

    /** Says what kind of thing is known of whom and does not tell it. */
    @Override
    public String toString() {
        return owner + "." + name;
    }
}
