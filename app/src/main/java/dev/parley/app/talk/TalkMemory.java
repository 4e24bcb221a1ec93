package dev.parley.app.talk;

import dev.parley.agent.memory.ConversationMemory;
import dev.parley.agent.memory.MemoryExtraction;
import dev.parley.agent.memory.MemoryExtraction.Extracted;
import dev.parley.agent.memory.MemoryItem;
import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.agent.record.RunelogRecorder;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.tool.Approver;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.append.WriteClass;
import dev.parley.session.people.MemoryBook;
import dev.parley.session.people.SessionHousehold;
import java.util.List;

/**
 * What the house remembers of who is talking. Of somebody whom it does not know it remembers nothing, and recalls nothing
 * to them. What a profile has a field for goes the way of profiles and is no memory.
 */
final class TalkMemory {
    private static final String BOOK = "memory";

    private final Runelog log;
    private final String conversation;
    private final String person;
    private final SessionHousehold house;
    private final TimeSource time;
    private final MemoryBook book;
    private final ConversationMemory memory;
    private long cursor;

    TalkMemory(Runelog log, String conversation, String person, SessionHousehold house, TimeSource time) {
        this.log = log;
        this.conversation = conversation;
        this.person = person;
        this.house = house;
        this.time = time;
        this.book = MemoryBook.open(log, BOOK);
        this.memory = new ConversationMemory(
                new ConfidingRecorder(new RunelogRecorder(log), house, time),
                new MemoryExtraction(new SentenceExtractor()));
    }

    private boolean isKnown() {
        return house.approver(person).standing() != Approver.Standing.UNCONFIRMED;
    }

    /** Brings what was remembered earlier into this conversation. */
    void recall() {
        if (!isKnown()) {
            return;
        }
        for (RuneDraft draft : book.of(person, conversation)) {
            RuneDraft stamped = draft.withTimes(time.monotonicNanos(), time.wallMillis());
            var receipt = log.append(stamped, WriteClass.IRREVERSIBLE);
            receipt.awaitDurable();
            house.recall(receipt.rune());
        }
    }

    /** Looks at what was said since the last look. */
    void remember() {
        if (!isKnown()) {
            return;
        }
        log.commit();
        List<Rune> part;
        try (RuneReader reader = log.read(conversation, cursor)) {
            part = reader.toList();
        }
        cursor = part.isEmpty() ? cursor : part.getLast().eventId();
        if (memory.remember(conversation, part) instanceof Extracted.Items(List<MemoryItem> items)) {
            List<MemoryItem> own = items.stream().filter(this::isMemory).toList();
            book.keep(conversation, own).forEach(house::learned);
        }
    }

    private boolean isMemory(MemoryItem item) {
        return item.about().equals(person) && Intents.note(item.content()) == null;
    }
}
