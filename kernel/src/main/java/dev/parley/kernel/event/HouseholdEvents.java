package dev.parley.kernel.event;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Visibility;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a household knows about its people, and how conversations learn of it. */
public sealed interface HouseholdEvents extends Event {

    /**
     * One fact about a person.
     *
     * @param owner the person that it is about
     * @param name the kind of fact, never its content
     * @param known the content
     * @param content the content as older logs name it; absent today
     */
    record LearnedFact(
            String owner,
            String name,
            String sensitivity,
            @About("owner") @Nullable Json known,
            @About("owner") @Nullable Json content) {}

    @Kind(
            value = "knowledge.learned",
            means = "A fact about a person became known in a conversation.",
            visibility = Visibility.INTERNAL)
    record KnowledgeLearned(@Inline LearnedFact fact) implements HouseholdEvents {}

    /** @param source the user's words from which the memory was extracted */
    @Kind(
            value = "memory.kept",
            means = "A memory of a person was stored.",
            visibility = Visibility.INTERNAL,
            write = WriteClass.IRREVERSIBLE)
    record MemoryStored(@Inline LearnedFact fact, LogEvents.EventReference source) implements HouseholdEvents {}

    /** @param conversation the conversation in which the user requested it */
    record SourceConversation(String conversation) {}

    @Kind(
            value = "memory.forgotten",
            means = "All memories so far were forgotten.",
            visibility = Visibility.INTERNAL,
            write = WriteClass.IRREVERSIBLE)
    record MemoriesForgotten(SourceConversation source) implements HouseholdEvents {}

    /**
     * @param sources the events from which the memories were extracted
     * @param leftOut how many more there were than are stored at once; absent if all were stored
     */
    @Kind(
            value = "memory.extracted",
            means = "Memories were extracted from the words of a user.",
            visibility = Visibility.INTERNAL)
    record MemoriesExtracted(List<Long> sources, @Nullable Long leftOut) implements HouseholdEvents {}

    /**
     * @param profile the whole profile after the change
     * @param source the verdict that led to the change; absent if the configuration did
     */
    @Kind(
            value = "profile.changed",
            means = "The profile of a person changed.",
            visibility = Visibility.SECRET,
            write = WriteClass.IRREVERSIBLE)
    record ProfileChanged(String person, @About("person") Json.Obj profile, LogEvents.@Nullable EventReference source)
            implements HouseholdEvents {}

    /**
     * @param source the event with which the person set it
     * @param override how the person is spoken to in all conversations; absent if the override was switched off
     */
    @Kind(
            value = "override.kept",
            means = "The accessibility override of a person was stored.",
            visibility = Visibility.INTERNAL,
            write = WriteClass.IRREVERSIBLE)
    record OverrideStored(
            String person,
            LogEvents.EventReference source,
            @About("person") Json.@Nullable Obj override) implements HouseholdEvents {}

    /** @param hash the hash of the imported event in its own log */
    record ImportSource(String conversation, long eventId, String hash) {}

    /** An event of another log, as it is there. */
    record ImportedEvent(
            String kind,
            long schemaVersion,
            @About(Personal.EVERYBODY) Json.Obj payload) {}

    /** It is as visible as the event that it imports. */
    @Kind(
            value = "house.imported",
            means = "An event of the household's log was imported into a conversation.",
            visibility = Visibility.INTERNAL)
    record HouseholdEventImported(
            ImportSource source, @Inline ImportedEvent imported) implements HouseholdEvents {}
}
