package dev.parley.session.people;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HouseholdEvents.OverrideStored;
import dev.parley.kernel.event.LogEvents.EventReference;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.House;
import dev.parley.runelog.Runelog;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.KeptOverride;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How people want to be spoken to in all their conversations, kept in a conversation of its own (rulings A12, X7). The
 * newest rune of a person counts. Open conversations in which that person is known learn of a change at once, the others when
 * they begin, go on or recognise them. Any thread may ask.
 */
public final class OverrideBook {
    private final Runelog log;
    private final TimeSource time;
    private final String conversation;
    private final Map<String, Rune> pages = new HashMap<>();
    private final Map<String, Open> conversations = new HashMap<>();
    /** By person, the open conversations in which they are known. */
    private final Map<String, Set<String>> knownIn = new HashMap<>();

    /** A conversation that is open, and who is known in it. */
    private record Open(Consumer<SessionEvent> door, Set<String> known) {}

    private OverrideBook(Runelog log, String house, TimeSource time) {
        this.log = log;
        this.time = time;
        this.conversation = House.conversation(house);
    }

    /** Reads the whole book, but for what was written while the log was closed. */
    public static OverrideBook open(Runelog log, String house, TimeSource time) {
        OverrideBook book = new OverrideBook(log, house, time);
        CountedPages.open(log, book.conversation, book::turn);
        return book;
    }

    private void turn(Rune rune) {
        String person = rune.payload().text("person");
        if (EventCatalogue.is(rune, OverrideStored.class) && person != null) {
            pages.put(person, rune);
        }
    }

    /** From now on this conversation learns of every change that another one makes for somebody who is known in it. */
    public synchronized void watch(String open, Consumer<SessionEvent> door) {
        leave(open);
        conversations.put(open, new Open(door, new HashSet<>()));
    }

    /** The conversation is over. */
    public synchronized void leave(String over) {
        Open left = conversations.remove(over);
        if (left != null) {
            left.known.forEach(person -> knownIn.computeIfPresent(person, (_, in) -> {
                in.remove(over);
                return in.isEmpty() ? null : in;
            }));
        }
    }

    private void known(String person, String in) {
        Open open = conversations.get(in);
        if (open != null && open.known.add(person)) {
            knownIn.computeIfAbsent(person, _ -> new HashSet<>()).add(in);
        }
    }

    /**
     * Keeps what a person has chosen.
     *
     * @param from the conversation in which they did
     * @param eventId what happened there
     * @param override null if they chose to have none
     */
    void keep(String person, String from, long eventId, Json.@Nullable Obj override) {
        write(person, from, eventId, override).forEach(door -> door.accept(new SessionEvent.OverrideKept(person)));
    }

    /** Something has happened in this conversation that concerns all that are open. */
    void tellOthers(String from, SessionEvent event) {
        List<Consumer<SessionEvent>> doors;
        synchronized (this) {
            doors = conversations.entrySet().stream()
                    .filter(open -> !open.getKey().equals(from))
                    .map(open -> open.getValue().door)
                    .toList();
        }
        doors.forEach(door -> door.accept(event));
    }

    /** Returns the doors of the other conversations that this concerns; they are told when the book is free again. */
    private synchronized List<Consumer<SessionEvent>> write(
            String person, String from, long eventId, Json.@Nullable Obj override) {
        OverrideStored stored = new OverrideStored(person, new EventReference(from, eventId), override);
        RuneDraft draft = EventCatalogue.draft(conversation, stored).withTimes(0, time.wallMillis());
        turn(log.append(draft, WriteClass.IRREVERSIBLE).rune());
        return knownIn.getOrDefault(person, Set.of()).stream()
                .filter(open -> !open.equals(from))
                .map(open -> Objects.requireNonNull(conversations.get(open)).door)
                .toList();
    }

    /**
     * What those of these people who are confirmed have chosen elsewhere, as it enters this conversation. They are known in it
     * from now on, so that no change after this is missed.
     */
    synchronized List<KeptOverride> of(Collection<Person> people, String into) {
        List<KeptOverride> chosen = new ArrayList<>();
        for (Person person : people) {
            if (person.isConfirmed()) {
                known(person.id(), into);
                Rune page = pages.get(person.id());
                if (page != null && !isFrom(page, into)) {
                    chosen.add(kept(page, into));
                }
            }
        }
        return chosen;
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
