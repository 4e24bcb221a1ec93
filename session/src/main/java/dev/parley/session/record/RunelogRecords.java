package dev.parley.session.record;

import dev.parley.kernel.event.ConversationEvents.SnapshotVouched;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.session.event.SessionEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The process's log as its hosts share it, behind a fence.
 *
 * @param inStep whether the disk answers within the moment of the question, as it does on virtual time
 * @param keepEvery after how many runes a conversation is worth a snapshot
 */
public record RunelogRecords(Runelog log, boolean inStep, EpochFence fence, long keepEvery) implements Records {
    /** How often a snapshot is kept if nobody says otherwise. */
    public static final long KEEP_EVERY = 2_000;

    public RunelogRecords(Runelog log, boolean inStep) {
        this(log, inStep, new EpochFence((draft, newest) -> {}));
    }

    public RunelogRecords(Runelog log, boolean inStep, EpochFence fence) {
        this(log, inStep, fence, KEEP_EVERY);
    }

    @Override
    public Journal journal(String conversation, long epoch, Consumer<SessionEvent> door) {
        Journal journal = inStep ? RunelogJournal.inStep(log) : RunelogJournal.answering(log, door);
        return fence.raise(conversation, epoch, journal);
    }

    /** Readers see what is durable, so everything is made so first. */
    @Override
    public List<Rune> read(String conversation) {
        log.commit();
        return after(conversation, 0);
    }

    private List<Rune> after(String conversation, long eventId) {
        try (RuneReader reader = log.read(conversation, eventId)) {
            return reader.toList();
        }
    }

    /**
     * From the newest snapshot that is whole, stands in the chain, and whose digest the record itself names after it. One that
     * nothing names was written by a process that was lost right then, and is passed over.
     *
     * @throws UnaccountedRecord if events of it were written while the log was closed and are not adopted
     */
    @Override
    public Past takeUp(String conversation) {
        UnaccountedEvents unaccounted = UnaccountedEvents.of(log, conversation);
        if (!unaccounted.isNone()) {
            throw new UnaccountedRecord(unaccounted);
        }
        log.commit();
        List<String> refused = new ArrayList<>();
        AtomicReference<@Nullable Past> found = new AtomicReference<>();
        try {
            log.newestSnapshot(conversation, snapshot -> isUsable(snapshot, found), refused::add);
        } catch (IOException e) {
            throw new UncheckedIOException("the snapshots of " + conversation + " cannot be read", e);
        }
        Past past = found.get();
        if (past != null) {
            return new Past(past.runes(), past.rooms(), refused, past.whole());
        }
        if (log.head(conversation).earliest() > 1) {
            throw new LogFault(conversation + " begins after event "
                    + (log.head(conversation).earliest() - 1) + ", and no snapshot of what was before can be used.");
        }
        return Past.whole(after(conversation, 0), refused);
    }

    private boolean isUsable(Snapshot snapshot, AtomicReference<@Nullable Past> found) {
        String conversation = snapshot.conversation();
        List<Rune> tail = after(conversation, snapshot.eventId());
        String vouched = vouched(snapshot.eventId(), tail);
        if (vouched != null && !vouched.equals(snapshot.digest().hex())) {
            throw new LogFault(LogCatalogue.unusable("The snapshot of " + conversation + " at event "
                    + snapshot.eventId() + " is not the one that the record names."));
        }
        PastForm.Content content = vouched == null ? null : read(snapshot);
        if (content == null) {
            return false;
        }
        List<Rune> runes = new ArrayList<>(content.gist());
        runes.addAll(tail);
        boolean isWhole = log.head(conversation).earliest() <= 1;
        found.set(new Past(runes, content.rooms(), List.of(), isWhole ? () -> after(conversation, 0) : null));
        return true;
    }

    static @Nullable String vouched(long eventId, List<Rune> tail) {
        for (Rune rune : tail) {
            if (EventCatalogue.is(rune, SnapshotVouched.class)
                    && EventCatalogue.read(rune) instanceof SnapshotVouched(long at, String digest)
                    && at == eventId) {
                return digest.isEmpty() ? null : digest;
            }
        }
        return null;
    }

    /** One of another program may have a form that this one does not know; it is whole and of no use here. */
    private static PastForm.@Nullable Content read(Snapshot snapshot) {
        try {
            return PastForm.read(snapshot.state());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public Hash keep(String conversation, RoomStates rooms) {
        if (inStep) {
            log.commit();
        }
        log.durable(conversation).toCompletableFuture().join();
        List<Rune> before = takeUp(conversation).runes().stream()
                .filter(rune -> rune.eventId() <= rooms.eventId())
                .toList();
        byte[] state = PastForm.write(conversation, new PastForm.Content(rooms, Gist.of(before)));
        try {
            return log.keepSnapshot(conversation, rooms.eventId(), state);
        } catch (IOException e) {
            throw new UncheckedIOException("a snapshot of " + conversation + " cannot be written", e);
        }
    }
}
