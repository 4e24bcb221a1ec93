package dev.parley.session.people;

import dev.parley.agent.memory.MemoryItem;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HouseholdEvents.MemoriesForgotten;
import dev.parley.kernel.event.HouseholdEvents.MemoryStored;
import dev.parley.kernel.event.HouseholdEvents.SourceConversation;
import dev.parley.kernel.event.LogEvents.EventReference;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.House;
import dev.parley.runelog.Runelog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What people told the house about themselves, in a conversation of its own (ruling X7). A memory names the rune it was
 * taken from; a later conversation learns it only as an imported rune, and only the memories of who talks there. Any thread
 * may ask, and nobody waits for the disk here: what a conversation records about a memory afterwards is on disk only when the memory is.
 */
public final class MemoryBook {
    private final Runelog log;
    private final TimeSource time;
    private final String conversation;
    private final Map<Knowledge, Rune> pages = new LinkedHashMap<>();

    private @Nullable Rune forgotten;

    private MemoryBook(Runelog log, String house, TimeSource time) {
        this.log = log;
        this.time = time;
        this.conversation = House.conversation(house);
    }

    /** Reads the whole book, but for what was written while the log was closed. */
    public static MemoryBook open(Runelog log, String house, TimeSource time) {
        MemoryBook book = new MemoryBook(log, house, time);
        CountedPages.open(log, book.conversation, book::turn);
        return book;
    }

    private void turn(Rune rune) {
        if (EventCatalogue.is(rune, MemoriesForgotten.class)) {
            pages.clear();
            forgotten = rune;
        }
        Knowledge knowledge = EventCatalogue.is(rune, MemoryStored.class) ? Knowledge.read(rune.payload()) : null;
        if (knowledge != null) {
            pages.putIfAbsent(knowledge, rune);
        }
    }

    /** Keeps what was found in this conversation, once, and returns what it knows of it. */
    public synchronized List<Knowledge> keep(String from, List<MemoryItem> items) {
        List<Knowledge> kept = new ArrayList<>();
        for (MemoryItem item : items) {
            Knowledge knowledge = Knowledge.ofMemory(item.about(), item.sensitivity(), item.content());
            kept.add(knowledge);
            if (!pages.containsKey(knowledge)) {
                write(new MemoryStored(Confidences.fact(knowledge), new EventReference(from, item.sourceEventId())));
            }
        }
        return kept;
    }

    /** From here on nothing that was kept is remembered, in any conversation. The runes themselves stay. */
    public synchronized void forget(String from) {
        write(new MemoriesForgotten(new SourceConversation(from)));
    }

    private void write(Event event) {
        RuneDraft draft = EventCatalogue.draft(conversation, event).withTimes(0, time.wallMillis());
        turn(log.append(draft, WriteClass.IRREVERSIBLE).rune());
    }

    /** That everything was forgotten, as it enters a conversation which knows of this event of the book; null if it knows. */
    synchronized @Nullable RuneDraft forgottenAfter(long known, String into) {
        return forgotten == null || forgotten.eventId() <= known ? null : House.imported(into, forgotten);
    }

    /** The memories of this person, as they enter another conversation. */
    public synchronized List<RuneDraft> of(String person, String into) {
        return pages.entrySet().stream()
                .filter(page -> page.getKey().owner().equals(person))
                .map(page -> House.imported(into, page.getValue()))
                .toList();
    }
}
