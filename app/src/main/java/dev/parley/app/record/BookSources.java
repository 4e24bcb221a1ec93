package dev.parley.app.record;

import dev.parley.agent.memory.MemoryExtraction;
import dev.parley.agent.memory.MemoryExtraction.Extracted;
import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HouseholdEvents.HouseholdEventImported;
import dev.parley.kernel.event.HouseholdEvents.MemoriesForgotten;
import dev.parley.kernel.event.HouseholdEvents.MemoryStored;
import dev.parley.kernel.event.HouseholdEvents.OverrideStored;
import dev.parley.kernel.event.HouseholdEvents.ProfileChanged;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.effect.Divergence;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.fault.LogFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares what one conversation of a folder copies from another with the original. The books of a house copy what was
 * decided or said in conversations: profiles, memories, and how people want to be spoken to. Conversations copy from the
 * books: the people in them, and what is imported. Each copy names its source; a source that was compacted cannot be compared.
 */
public final class BookSources {
    private static final String OVERRIDE = "override";
    private static final String FORGET = "delete_all_data";
    private static final int NEAR = 16;

    private final RuneArchive archive;
    private final Set<String> held;
    private final ProfileSources profiles;
    private final MemoryExtraction memories = new MemoryExtraction(new SentenceExtractor());
    /** By person, the override that the book held before. */
    private final Map<String, Json.Obj> overrides = new HashMap<>();

    private BookSources(RuneArchive archive, List<Rune> runes) {
        this.archive = archive;
        this.held = new HashSet<>(archive.conversations());
        this.profiles = new ProfileSources(archive, held, runes);
    }

    /** The first of these runes that does not say what its source says, or null. */
    public static @Nullable Divergence first(RuneArchive archive, List<Rune> runes) {
        BookSources sources = new BookSources(archive, runes);
        for (Rune rune : runes) {
            String fault = sources.fault(rune);
            if (fault != null) {
                return new Divergence(rune.eventId(), Divergence.Kind.OUTCOME, rune.kind(), expected(rune), fault);
            }
        }
        return null;
    }

    private static String expected(Rune rune) {
        if (EventCatalogue.is(rune, ProfileChanged.class) || EventCatalogue.is(rune, OverrideStored.class)) {
            return "an allowed verdict that it rests on";
        }
        return EventCatalogue.is(rune, MemoryStored.class) || EventCatalogue.is(rune, MemoriesForgotten.class)
                ? "what was said or done at its source"
                : "what the book of the house says at its source";
    }

    private @Nullable String fault(Rune rune) {
        try {
            return compared(rune);
        } catch (LogFault e) {
            return e.getMessage();
        }
    }

    /** Decided by the kind alone: a forged payload may not fit it. */
    private @Nullable String compared(Rune rune) {
        Json.Obj said = rune.payload();
        if (EventCatalogue.is(rune, ProfileChanged.class)) {
            return profiles.fault(rune);
        }
        if (EventCatalogue.is(rune, MemoryStored.class)) {
            return remembered(said);
        }
        if (EventCatalogue.is(rune, MemoriesForgotten.class)) {
            return forgotten(said);
        }
        if (EventCatalogue.is(rune, OverrideStored.class)) {
            return chosen(said);
        }
        if (EventCatalogue.is(rune, HouseholdEventImported.class)) {
            return imported(rune);
        }
        return EventCatalogue.is(rune, HouseholdDecided.class) ? broughtIn(said) : null;
    }

    /** A memory is what its owner said. Words that were not recorded cannot be compared. */
    private @Nullable String remembered(Json.Obj said) {
        RecordSource source = RecordSource.of(said);
        String absent = source.absent(archive, held);
        if (absent != null || source.isCompacted(archive)) {
            return absent;
        }
        Rune words = at(source);
        Knowledge knowledge = Knowledge.read(said);
        if (words == null || knowledge == null || !EventCatalogue.is(words, UserSpoke.class)) {
            return source + ", which holds no words";
        }
        if (!knowledge.owner().equals(words.payload().text("by"))) {
            return source + ", which is said by another person";
        }
        boolean isSaid = !words.payload().has("pii_text")
                || (memories.extract(List.of(words)) instanceof Extracted.Items(var items)
                        && items.stream()
                                .map(item -> Knowledge.ofMemory(item.about(), item.sensitivity(), item.content()))
                                .anyMatch(knowledge::equals));
        return isSaid ? null : source + ", which says something else";
    }

    /** Everything is forgotten only where the command was run. */
    private @Nullable String forgotten(Json.Obj said) {
        RecordSource source = RecordSource.of(said);
        if (source.conversation() == null || !held.contains(source.conversation())) {
            return source + ", which is not here";
        }
        boolean isRun = archive.head(source.conversation()).earliest() > 1;
        try (RuneReader reader = archive.read(source.conversation(), 0)) {
            for (Rune rune = reader.poll(); rune != null && !isRun; rune = reader.poll()) {
                isRun = isAllowed(rune, "household")
                        && "execution_success".equals(rune.payload().text("action"))
                        && rune.payload().get("parameters") instanceof Json.Obj parameters
                        && FORGET.equals(parameters.text("command"));
            }
        }
        return isRun ? null : source.conversation() + ", where nothing was deleted";
    }

    /** An override is what the person asked for, over what they had asked for before. */
    private @Nullable String chosen(Json.Obj said) {
        String person = String.valueOf(said.text("person"));
        Json.Obj wanted = said.get(OVERRIDE) instanceof Json.Obj override ? override : Json.Obj.EMPTY;
        Json.Obj before = overrides.put(person, wanted);
        RecordSource source = RecordSource.of(said);
        String absent = source.absent(archive, held);
        if (absent != null || source.isCompacted(archive)) {
            return absent;
        }
        Json.Obj asked = null;
        for (Rune rune : upTo(source)) {
            if (isAllowed(rune, "stream")
                    && ("user_" + person).equals(rune.payload().text("actor"))
                    && String.valueOf(rune.payload().text("action")).endsWith("_OVERRIDE")) {
                asked = rune.payload().get("parameters") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
            }
        }
        if (asked == null) {
            return source + ", which is another";
        }
        for (Map.Entry<String, Json> each : wanted.fields().entrySet()) {
            Json earlier = before == null ? null : before.get(each.getKey());
            if (!each.getValue().equals(asked.get(each.getKey()))
                    && !each.getValue().equals(earlier)
                    && isWish(each.getValue())) {
                return source + ", which does not ask for " + each.getKey();
            }
        }
        return null;
    }

    /** Whether a value says more than that nothing was asked for. */
    private static boolean isWish(Json value) {
        return !(value instanceof Json.Null) && !value.equals(Json.of(false));
    }

    /** An imported rune is the very rune of the book. */
    private @Nullable String imported(Rune rune) {
        RecordSource source = RecordSource.of(rune.payload());
        String absent = source.absent(archive, held);
        if (absent != null || source.isCompacted(archive)) {
            return absent;
        }
        Rune original = at(source);
        boolean isSame = original != null
                && original.kind().equals(rune.payload().text("kind"))
                && original.payload().equals(rune.payload().get("payload"))
                && rune.payload().get("source") instanceof Json.Obj from
                && original.hash().hex().equals(from.text("hash"));
        return isSame ? null : source + ", which is another";
    }

    /** A person whom the house knew comes in with the profile of the book. */
    private @Nullable String broughtIn(Json.Obj verdict) {
        Json.Obj parameters = verdict.get("parameters") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
        if (!"person_added".equals(verdict.text("action")) || !parameters.has("source")) {
            return null;
        }
        RecordSource source = RecordSource.of(parameters);
        String absent = source.absent(archive, held);
        if (absent != null || source.isCompacted(archive)) {
            return absent;
        }
        Rune page = at(source);
        boolean isSame = page != null
                && EventCatalogue.is(page, ProfileChanged.class)
                && String.valueOf(verdict.text("target")).equals(page.payload().text("person"))
                && String.valueOf(page.payload().get("profile")).equals(String.valueOf(parameters.get("profile")));
        return isSame ? null : source + ", which holds another profile";
    }

    private static boolean isAllowed(Rune rune, String room) {
        return room.equals(VerdictRune.room(rune))
                && "allowed".equals(rune.payload().text("decision"));
    }

    private @Nullable Rune at(RecordSource source) {
        try (RuneReader reader = archive.read(String.valueOf(source.conversation()), source.eventId() - 1)) {
            Rune rune = reader.poll();
            return rune != null && rune.eventId() == source.eventId() ? rune : null;
        }
    }

    private List<Rune> upTo(RecordSource source) {
        List<Rune> near = new ArrayList<>();
        long after = Math.max(0, source.eventId() - NEAR);
        try (RuneReader reader = archive.read(String.valueOf(source.conversation()), after)) {
            for (Rune rune = reader.poll(); rune != null && rune.eventId() <= source.eventId(); rune = reader.poll()) {
                near.add(rune);
            }
        }
        return near;
    }
}
