package dev.parley.session.people;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.House;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.append.WriteClass;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.KeptOverride;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How people want to be spoken to in all their conversations, kept in a conversation of its own (rulings A12, X7). The
 * newest rune of a person counts. Conversations that are open learn of a change at once, the others when they begin or go
 * on. Any thread may ask.
 */
public final class OverrideBook {
    /** The kind of a rune that holds one person's override, or says that there is none any more. */
    public static final String KEPT = "override.kept";

    private final Runelog log;
    private final TimeSource time;
    private final String conversation;
    private final Map<String, Rune> pages = new HashMap<>();
    private final Map<String, Consumer<SessionEvent>> doors = new HashMap<>();

    private OverrideBook(Runelog log, String house, TimeSource time) {
        this.log = log;
        this.time = time;
        this.conversation = House.conversation(house);
    }

    public static OverrideBook open(Runelog log, String house, TimeSource time) {
        OverrideBook book = new OverrideBook(log, house, time);
        try (RuneReader reader = log.read(book.conversation, 0)) {
            reader.forEach(book::turn);
        }
        return book;
    }

    private void turn(Rune rune) {
        String person = rune.payload().text("person");
        if (rune.kind().equals(KEPT) && person != null) {
            pages.put(person, rune);
        }
    }

    /** From now on this conversation learns of every change that another one makes. */
    public synchronized void watch(String open, Consumer<SessionEvent> door) {
        doors.put(open, door);
    }

    /** The conversation is over. */
    public synchronized void leave(String over) {
        doors.remove(over);
    }

    /**
     * Keeps what a person has chosen.
     *
     * @param from the conversation in which they did
     * @param eventId what happened there
     * @param override null if they chose to have none
     */
    synchronized void keep(String person, String from, long eventId, Json.@Nullable Obj override) {
        Json.Obj source = Json.Obj.EMPTY.with("conversation", from).with("event_id", eventId);
        Json.Obj payload = Json.Obj.EMPTY.with("person", person).with("source", source);
        RuneDraft draft = RuneDraft.of(
                        conversation, KEPT, override == null ? payload : payload.with("override", override))
                .withVisibility(Visibility.INTERNAL)
                .withTimes(0, time.wallMillis());
        turn(log.append(draft, WriteClass.IRREVERSIBLE).rune());
        doors.forEach((open, door) -> {
            if (!open.equals(from)) {
                door.accept(new SessionEvent.OverrideKept(person));
            }
        });
    }

    /** What those of these people who are confirmed have chosen elsewhere, as it enters this conversation. */
    synchronized List<KeptOverride> of(Collection<Person> people, String into) {
        return people.stream()
                .filter(Person::isConfirmed)
                .map(person -> pages.get(person.id()))
                .filter(page -> page != null && !isFrom(page, into))
                .map(page -> kept(page, into))
                .toList();
    }

    private static boolean isFrom(Rune page, String conversation) {
        return page.payload().get("source") instanceof Json.Obj source
                && conversation.equals(source.text("conversation"));
    }

    private static KeptOverride kept(Rune page, String into) {
        return new KeptOverride(
                String.valueOf(page.payload().text("person")),
                page.eventId(),
                page.payload().get("override") instanceof Json.Obj override ? override : null,
                House.imported(into, page));
    }
}
