package dev.parley.session.place;

import dev.parley.kernel.event.ControlEvents.MigrationFinished;
import dev.parley.kernel.event.ControlEvents.MigrationStarted;
import dev.parley.kernel.event.ControlEvents.PlacementAdmitted;
import dev.parley.kernel.event.ControlEvents.PlacementDeferred;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseIssued;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ControlEvents.PlacementRejected;
import dev.parley.kernel.event.ControlEvents.PlacementSource;
import dev.parley.kernel.event.ControlEvents.SessionHandedOff;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.pipeline.place.PlacementListener;
import dev.parley.pipeline.signal.Signal;
import dev.parley.runelog.House;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Recorder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the authority decided, in a conversation of its own, because leases outlive the conversations they are about (ruling
 * X7). A session learns the decisions about it from here.
 */
public final class PlacementLog implements PlacementListener {
    public static final String CONVERSATION = House.conversation("placement");

    private static final Set<Signal> REFUSALS = Set.of(Signal.REJECT, Signal.DEFER);

    private final Journal journal;
    private final TimeSource time;
    private final Map<String, List<Rune>> news = new TreeMap<>();

    public PlacementLog(Journal journal, TimeSource time) {
        this.journal = journal;
        this.time = time;
    }

    @Override
    public synchronized void onDecision(Signal signal, String session, String runtime, long epoch) {
        Event decision = decision(signal, session, runtime, epoch);
        Rune rune = journal.append(EventCatalogue.draft(CONVERSATION, decision)
                .withVisibility(Visibility.INTERNAL)
                .withTimes(time.monotonicNanos(), time.wallMillis()));
        if (!REFUSALS.contains(signal)) {
            news.computeIfAbsent(session, _ -> new ArrayList<>()).add(rune);
        }
    }

    private static Event decision(Signal signal, String session, String runtime, long epoch) {
        return switch (signal) {
            case LEASE_ISSUED -> new PlacementLeaseIssued(session, runtime, epoch, null);
            case LEASE_ROTATED -> new PlacementLeaseRotated(epoch, session, runtime, null);
            case SESSION_HANDOFF -> new SessionHandedOff(session, runtime, epoch, null);
            case ADMIT -> new PlacementAdmitted(session, runtime, epoch, null);
            case REJECT -> new PlacementRejected(session, runtime, epoch);
            case DEFER -> new PlacementDeferred(session, runtime, epoch);
            case MIGRATION_START -> new MigrationStarted(session, runtime, epoch, null);
            case MIGRATION_FINISH -> new MigrationFinished(session, runtime, epoch, null);
            default -> throw new IllegalArgumentException(signal.spelled() + " is no decision about a placement.");
        };
    }

    @Override
    public synchronized List<Rune> news(String session) {
        List<Rune> fresh = news.remove(session);
        return fresh == null ? List.of() : List.copyOf(fresh);
    }

    /** The newest epoch of every session in such a log, for the authority of the next process. */
    public static Map<String, Long> epochs(List<Rune> recorded) {
        Map<String, Long> epochs = new TreeMap<>();
        for (Rune rune : recorded) {
            String session = rune.payload().text("session");
            BigDecimal epoch = rune.payload().number("epoch");
            if (session != null && epoch != null) {
                epochs.merge(session, epoch.longValue(), Math::max);
            }
        }
        return epochs;
    }

    /** Writes decisions into the log of the conversation that they are about, each naming its source (ruling X7). */
    public static void tell(Recorder recorder, List<Rune> decisions) {
        for (Rune decision : decisions) {
            Event copy = copy(decision);
            if (copy != null) {
                recorder.write(copy, 0);
            }
        }
    }

    /** The same decision with its source, or null where it does not concern a conversation. */
    private static @Nullable Event copy(Rune decision) {
        PlacementSource source = new PlacementSource(
                decision.conversation(), decision.eventId(), decision.hash().hex());
        return switch (EventCatalogue.read(decision)) {
            case PlacementLeaseIssued it -> new PlacementLeaseIssued(it.session(), it.runtime(), it.epoch(), source);
            case PlacementLeaseRotated it -> new PlacementLeaseRotated(it.epoch(), it.session(), it.runtime(), source);
            case SessionHandedOff it -> new SessionHandedOff(it.session(), it.runtime(), it.epoch(), source);
            case PlacementAdmitted it -> new PlacementAdmitted(it.session(), it.runtime(), it.epoch(), source);
            case MigrationStarted it -> new MigrationStarted(it.session(), it.runtime(), it.epoch(), source);
            case MigrationFinished it -> new MigrationFinished(it.session(), it.runtime(), it.epoch(), source);
            default -> null;
        };
    }
}
