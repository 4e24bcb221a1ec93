package dev.parley.runelog.fault;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.runelog.fault.LogFact.Appending;
import dev.parley.runelog.fault.LogFact.Delivering;
import dev.parley.runelog.fault.LogFact.FrameRead;
import dev.parley.runelog.fault.LogFact.Linked;
import dev.parley.runelog.fault.LogFact.Restored;
import dev.parley.runelog.fault.LogFact.SegmentOpened;
import dev.parley.runelog.fault.LogFact.SnapshotRead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The log's invariants. The same catalogue runs at append, at recovery, at reading and in simulation. */
public final class LogCatalogue {
    /** An invariant together with the kind of fact it judges. */
    record Rule<F extends LogFact>(Class<F> fact, Invariant<F> invariant) {
        /** The catalogue hands a rule only facts of its own kind. */
        @SuppressWarnings("unchecked")
        @Nullable
        Violation judge(LogFact subject) {
            String why = invariant.check().failure((F) subject);
            return why == null ? null : violation(invariant, why);
        }
    }

    static final List<Rule<?>> ALL = List.of(
            rule(
                    Appending.class,
                    "INV-EVENTID-MONOTONIC",
                    Level.HALT,
                    "Event ids of a conversation grow by one from rune to rune.",
                    f -> f.next() == f.last() + 1
                            ? null
                            : f.conversation() + ": event " + f.next() + " cannot follow event " + f.last() + "."),
            rule(
                    Linked.class,
                    "INV-RUNE-IMMUTABLE",
                    Level.HALT,
                    "A rune that was appended never changes.",
                    f -> f.expected().equals(f.found())
                            ? null
                            : f.conversation() + ": event " + f.eventId() + " does not stand in the chain: hash "
                                    + f.expected().hex() + " was expected before it and "
                                    + f.found().hex()
                                    + " was found."),
            rule(
                    FrameRead.class,
                    "INV-CRC-VALID",
                    Level.HALT,
                    "The checksums of a frame match its content whenever it is read.",
                    f -> f.isSound()
                            ? null
                            : f.conversation() + ": the frame of event " + f.eventId() + " fails its checksum."),
            rule(
                    SegmentOpened.class,
                    "INV-SEGMENT-CONTIGUOUS",
                    Level.HALT,
                    "The segments of a conversation cover its event ids without hole and without overlap.",
                    f -> f.first() == f.previousLast() + 1
                            ? null
                            : f.conversation() + ": a segment begins at event " + f.first() + " after event "
                                    + f.previousLast() + "."),
            rule(
                    Delivering.class,
                    "INV-RESUME-NO-DUPLICATES",
                    Level.REJECT,
                    "A reader never gets a rune at or before its cursor.",
                    f -> f.eventId() > f.cursor()
                            ? null
                            : f.conversation() + ": event " + f.eventId() + " was already delivered to cursor "
                                    + f.cursor() + "."),
            rule(
                    Delivering.class,
                    "INV-RESUME-NO-GAPS",
                    Level.WARN,
                    "A reader gets every rune after its cursor, or is told of the gap.",
                    f -> f.isGapTold() || f.eventId() <= f.cursor() + 1
                            ? null
                            : f.conversation() + ": events " + (f.cursor() + 1) + " to " + (f.eventId() - 1)
                                    + " are missing before event " + f.eventId() + "."),
            rule(
                    SnapshotRead.class,
                    "INV-SNAPSHOT-INTEGRITY",
                    Level.HALT,
                    "The content of a snapshot has the hash that was stored with it.",
                    f -> f.stored().equals(f.content())
                            ? null
                            : f.conversation() + ": the snapshot at event " + f.eventId() + " has hash "
                                    + f.content().hex() + " instead of "
                                    + f.stored().hex() + "."),
            rule(
                    Restored.class,
                    "INV-CHECKPOINT-RESTORE",
                    Level.REJECT,
                    "A restored workspace is byte for byte the one that was stored.",
                    f -> f.recorded().equals(f.found())
                            ? null
                            : "The workspace restored from checkpoint " + f.checkpoint() + " has tree hash "
                                    + f.found().hex() + " instead of "
                                    + f.recorded().hex() + "."));

    private static final LogCatalogue FULL = new LogCatalogue(ALL);

    private final List<Rule<?>> rules;
    private final Invariant<Appending>[] appending;
    private final Invariant<Linked>[] linked;
    private final Invariant<FrameRead>[] frames;
    private final Invariant<Delivering>[] deliveries;

    LogCatalogue(List<Rule<?>> rules) {
        this.rules = List.copyOf(rules);
        appending = of(Appending.class, rules);
        linked = of(Linked.class, rules);
        frames = of(FrameRead.class, rules);
        deliveries = of(Delivering.class, rules);
    }

    public static LogCatalogue full() {
        return FULL;
    }

    /** The ids of all invariants of the log. */
    public static List<String> ids() {
        return ALL.stream().map(rule -> rule.invariant().id()).toList();
    }

    /** Events that were there once and are there no more. */
    public static Violation missing(String conversation, long from, long to) {
        return cut(conversation + ": events " + from + " to " + to + " are missing.");
    }

    /** Something shows that a conversation went on where it now ends. */
    public static Violation cut(String why) {
        return new Violation("INV-SEGMENT-CONTIGUOUS", Level.HALT, why);
    }

    /** Something shows that a rune was once another one. */
    public static Violation changed(String why) {
        return new Violation("INV-RUNE-IMMUTABLE", Level.HALT, why);
    }

    /** Something shows that a snapshot is damaged, or of another record. */
    public static Violation unusable(String why) {
        return new Violation("INV-SNAPSHOT-INTEGRITY", Level.HALT, why);
    }

    /** The first invariant that this fact breaks, or null. */
    public @Nullable Violation failure(LogFact fact) {
        for (Rule<?> rule : rules) {
            Violation violation = rule.fact().isInstance(fact) ? rule.judge(fact) : null;
            if (violation != null) {
                return violation;
            }
        }
        return null;
    }

    // What follows is the same for the facts of every single rune. Each has a loop of its own, because a call that only
    // ever meets the one or two checks of its kind is compiled into its caller, and then the fact is never allocated.

    public @Nullable Violation failure(Appending fact) {
        for (Invariant<Appending> invariant : appending) {
            String why = invariant.check().failure(fact);
            if (why != null) {
                return violation(invariant, why);
            }
        }
        return null;
    }

    public @Nullable Violation failure(Linked fact) {
        for (Invariant<Linked> invariant : linked) {
            String why = invariant.check().failure(fact);
            if (why != null) {
                return violation(invariant, why);
            }
        }
        return null;
    }

    public @Nullable Violation failure(FrameRead fact) {
        for (Invariant<FrameRead> invariant : frames) {
            String why = invariant.check().failure(fact);
            if (why != null) {
                return violation(invariant, why);
            }
        }
        return null;
    }

    public @Nullable Violation failure(Delivering fact) {
        for (Invariant<Delivering> invariant : deliveries) {
            String why = invariant.check().failure(fact);
            if (why != null) {
                return violation(invariant, why);
            }
        }
        return null;
    }

    private static Violation violation(Invariant<?> invariant, String why) {
        return new Violation(invariant.id(), invariant.level(), why);
    }

    /** Throws the fault that a broken invariant is. */
    public void require(LogFact fact) {
        Violation violation = failure(fact);
        if (violation != null) {
            throw new LogFault(violation);
        }
    }

    public void require(Appending fact) {
        Violation violation = failure(fact);
        if (violation != null) {
            throw new LogFault(violation);
        }
    }

    @SuppressWarnings("unchecked") // a rule's invariant judges facts of the class the rule names
    private static <F extends LogFact> Invariant<F>[] of(Class<F> fact, List<Rule<?>> rules) {
        return rules.stream()
                .filter(rule -> rule.fact().equals(fact))
                .map(Rule::invariant)
                .toArray(Invariant[]::new);
    }

    private static <F extends LogFact> Rule<F> rule(
            Class<F> fact, String id, Level level, String sentence, Invariant.Check<F> check) {
        return new Rule<>(fact, new Invariant<>(id, level, sentence, check));
    }
}
