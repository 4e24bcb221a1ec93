package dev.parley.replay.effect;

import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.Unknown;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.kernel.rune.Visibility;
import dev.parley.state.ConversationState;
import dev.parley.state.Recorded;
import dev.parley.state.Rule;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the facts of one conversation to its verdicts: nothing is heard, dispatched, opened or settled without the allowed
 * verdict that permits it, and nothing that follows from a verdict is left out.
 *
 * <p>A log of schema version 1 was written before every decision was a verdict; its facts are not proven.
 */
public final class Effects {
    private static final int FIRST_PROVEN = 2;
    private static final Set<String> PERMITTED = Set.of(
            "turn.proposed",
            "turn.started",
            "turn.drained",
            "turn.completed",
            "turn.interrupted",
            "turn.error",
            "turn.closed",
            "tool.dispatched",
            "tool.result");
    private static final List<String> RULES_OF_ROOMS = List.of(
            "people.",
            "tool.",
            "audio.",
            "state.",
            "lineage.",
            "ordering.",
            "turn.",
            "request.",
            "fsm.",
            "header.",
            "INV-TOOL");
    private static final List<String> OF_A_SESSION =
            List.of("control.", "agent.", "turn.", "tool.", "playback.", "user.");
    /** A yes that is somebody else's: no room is asked about it. */
    private static final Set<String> OF_NO_ROOM = Set.of("people.confirmation.identity");

    /** What the log itself writes into a conversation, under no lease and by a clock of its own. */
    private static final Set<String> OF_THE_LOG = Set.of("system.gap", "system.lagging", "system.readmitted");

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final String CONTROL = "control.";
    private static final String VERDICT = "verdict.";
    private static final Map<String, Set<String>> SETTINGS = Map.of(
            "reading",
            Set.of("matrix", "prose"),
            "profile",
            Set.of("strict", "reference"),
            "taint",
            Set.of("ask", "lasting", "off"));
    static final String ROTATED = "control.lease_rotated";
    static final String ROOM_OPENED = "room.opened";

    private final ConversationState state = new ConversationState();
    private final Course course = new Course(state);
    private final Owed owed;
    /** The kinds of verdicts of the rooms that are open. */
    private final Set<String> rooms = new HashSet<>();

    private final EpisodeFacts episodes;
    private final PeopleFacts people;
    private final CallFacts calls;
    private final List<Facts> all;
    private final boolean proofs;
    private long firstEventId;
    private boolean proven;
    private boolean created;
    private boolean over;
    /** Whether words are kept as texts, null while nobody has said anything. */
    private @Nullable Boolean keepsText;

    /** Whether the first event leaves open by which time it was written. */
    private boolean guessesTime = true;

    private boolean ends;

    /** @param proofs whether attestation ids in facts count */
    public Effects(boolean proofs) {
        this.proofs = proofs;
        this.owed = new Owed(new Expected(proofs, course));
        TurnFacts turns = new TurnFacts(course, owed);
        Floor floor = new Floor(state);
        this.episodes = new EpisodeFacts(course, owed);
        this.people = new PeopleFacts(course);
        this.calls = new CallFacts(course, state, episodes, people);
        HouseAnswers house = new HouseAnswers(course, people, state);
        AnswerFacts answers = new AnswerFacts(owed, people, house, state);
        PrivacyFacts privacy = new PrivacyFacts(people, owed);
        SpeechFacts speech = new SpeechFacts(course, floor, privacy, state);
        this.all = List.of(
                turns,
                new DecidedAt(),
                new OwnTurn(course, state),
                episodes,
                people,
                new MovedIn(),
                calls,
                house,
                answers,
                privacy,
                floor,
                new Graphs(),
                speech,
                new StateFacts(course, state),
                new HeardFacts(course, owed, state),
                new BudgetFacts(owed));
        turns.ask(List.of(speech, calls, episodes, house, answers, privacy));
    }

    /** Whether the facts of this conversation can be proven. */
    public boolean isProven() {
        return proven || !created;
    }

    /**
     * Begins at a moment at which nothing was open, with what still matters of the record before it.
     *
     * @param past runes from before, in order
     * @param states what the rooms stood at
     */
    public void startAfter(List<Rune> past, List<Registered> states) {
        for (Rune rune : past) {
            Moment moment = Moment.of(rune, null);
            begun(rune);
            timed(rune.envelope().monotonicNanos());
            if (moment.kind().equals(ROOM_OPENED)) {
                rooms.add(VERDICT + moment.text("room"));
            } else if (moment.kind().equals("session.resumed")) {
                guessesTime = true;
                timed(rune.envelope().monotonicNanos());
                all.forEach(Facts::takenOver);
            }
            course.names(moment.text("by"));
            all.forEach(facts -> facts.remember(moment));
            state.applyKept(Recorded.of(rune));
        }
        state.rest();
        states.forEach(state -> all.forEach(facts -> facts.stood(state)));
    }

    private void begun(Rune rune) {
        if (rune.kind().equals("session.created") && !created) {
            created = true;
            proven = rune.envelope().schemaVersion() >= FIRST_PROVEN;
            String time = rune.payload().text("time");
            guessesTime = time == null;
            if (rune.payload().has("scenario") && !"live".equals(time)) {
                course.isScripted();
            }
        }
    }

    /** Logs of before do not say by which time they were written: only a live clock shows parts of a millisecond. */
    private void timed(long nanos) {
        if (guessesTime && nanos % NANOS_PER_MILLI != 0) {
            course.isLive();
        }
    }

    /** Looks at a rune before its verdict is decided again. */
    public @Nullable Divergence before(Rune rune) {
        Moment moment = Moment.of(rune, null);
        begun(rune);
        if (!proven) {
            Fault unbegun = created || isReadFromLater(rune) ? null : unbegun(moment);
            return unbegun == null ? null : divergence(rune, unbegun);
        }
        Fault fault = placed(rune.envelope(), moment);
        return fault == null ? null : divergence(rune, fault);
    }

    /** Whether the runes do not begin with the first one of their conversation, as after a compaction. */
    private boolean isReadFromLater(Rune rune) {
        if (firstEventId == 0) {
            firstEventId = rune.eventId();
        }
        return proofs && firstEventId > 1;
    }

    private static @Nullable Fault unbegun(Moment moment) {
        return OF_A_SESSION.stream().anyMatch(moment.kind()::startsWith)
                ? new Fault("session.created before anything else", moment.brief())
                : null;
    }

    private @Nullable Fault placed(RuneEnvelope envelope, Moment moment) {
        long now = envelope.monotonicNanos();
        timed(now);
        if (isOfTheLog(moment)) {
            return null;
        }
        if (now < state.newestNanos()) {
            return new Fault("a time from " + state.newestNanos() + " ns on", now + " ns");
        }
        if (over) {
            return new Fault("nothing after the end of the conversation", moment.brief());
        }
        long epoch = state.epoch();
        if (envelope.leaseEpoch() < epoch) {
            return new Fault("epoch " + epoch, "epoch " + envelope.leaseEpoch());
        }
        if (envelope.leaseEpoch() > epoch) {
            if (state.begin(Recorded.of(moment.rune()))) {
                // Who resumes it may run by another kind of time than who began it.
                guessesTime = true;
                timed(now);
                owed.inherit();
                all.forEach(Facts::takenOver);
                keepsText = null;
            }
        } else if (epoch > 0 && isRotation(moment, envelope)) {
            return new Fault("a rotation to an epoch above " + epoch, "epoch " + moment.number("epoch"));
        }
        return owed.refuses(moment);
    }

    private static boolean isOfTheLog(Moment moment) {
        return moment.rune().envelope().leaseEpoch() == 0 && OF_THE_LOG.contains(moment.kind());
    }

    /** Whether this rune says that the runtime goes on under the epoch that it is the first one of. */
    private static boolean isRotation(Moment moment, RuneEnvelope envelope) {
        return moment.kind().equals(ROTATED)
                && !moment.payload().has("source")
                && moment.number("epoch") == envelope.leaseEpoch();
    }

    /**
     * Takes a rune in.
     *
     * @param verdict what its verdict was derived again to, null if it is none
     * @param facts what is recorded right after it because of its verdict
     * @param follows what the system asks for next because of it
     */
    public @Nullable Divergence after(
            Rune rune, @Nullable Verdict<?> verdict, List<Event> facts, @Nullable Request follows) {
        Moment moment = Moment.of(rune, verdict);
        Fault fault = proven ? taken(moment, verdict, facts, follows) : people.unchanged(moment);
        return fault == null ? null : divergence(rune, fault);
    }

    private @Nullable Fault taken(
            Moment moment, @Nullable Verdict<?> verdict, List<Event> facts, @Nullable Request follows) {
        boolean due = !isOfTheLog(moment) && owed.settle(moment);
        Fault fault = due ? null : unasked(moment);
        if (fault == null) {
            fault = standing(moment);
        }
        if (fault != null) {
            return fault;
        }
        if (verdict != null) {
            owed.decided(moment, facts, follows);
            ends = ends || (moment.action().equals("SESSION_END") && verdict.isAllowed());
            if (ends && follows == null) {
                ends = false;
                owed.ended();
            }
        }
        course.names(moment.kind().equals("verdict.household") ? moment.target() : moment.text("by"));
        Recorded recorded = Recorded.of(moment.rune());
        fault = broken(recorded);
        for (Facts each : all) {
            fault = fault == null ? each.accept(moment) : fault;
        }
        state.apply(recorded);
        return fault == null ? ended(moment) : fault;
    }

    /** What the rules of the conversation's state say. They would pass over one of their kinds with a field of another type. */
    private @Nullable Fault broken(Recorded recorded) {
        String kind = recorded.rune().kind();
        boolean isMisread = recorded.event() instanceof Unknown && ConversationState.readsFields(recorded.type());
        if (isMisread) {
            return new Fault("the fields of " + kind, recorded.rune().payload().text());
        }
        Rule.Broken broken = state.check(recorded);
        return broken == null
                ? null
                : new Fault(broken.mismatch().expected(), broken.mismatch().found());
    }

    /** A fact that follows from a verdict and was not due. */
    private @Nullable Fault unasked(Moment moment) {
        String kind = moment.kind();
        if (PERMITTED.contains(kind)) {
            return kind.equals("tool.result") && calls.isRefusal(moment)
                    ? null
                    : new Fault("an allowed verdict that permits it right before it", moment.brief());
        }
        if (kind.equals(Owed.VIOLATION)) {
            String id = moment.text("id");
            if (id.equals(BudgetFacts.RULE)) {
                return new Fault("a budget that is spent right before it", moment.brief());
            }
            boolean ofARoom = (RULES_OF_ROOMS.stream().anyMatch(id::startsWith) && !OF_NO_ROOM.contains(id))
                    || (id.equals(Registrar.HALTED) && moment.turn() != 0);
            return ofARoom && !course.isRecovering()
                    ? new Fault("a verdict that breaks " + id + " right before it", moment.brief())
                    : null;
        }
        return null;
    }

    /** A runtime keeps words as texts or as digests, and not one so and the next otherwise. */
    private @Nullable Fault mixed(Moment moment) {
        boolean isText = moment.isReadable();
        if (isText && moment.text("pii_text").isEmpty()) {
            return null;
        }
        Boolean before = keepsText;
        keepsText = isText;
        return before == null || before == isText
                ? null
                : new Fault(before ? "words as text, as before" : "a digest of words, as before", moment.brief());
    }

    /** What every rune rests on: the conversation was begun once, and a room is opened before it decides. */
    private @Nullable Fault standing(Moment moment) {
        String kind = moment.kind();
        Fault mixed = mixed(moment);
        if (mixed != null) {
            return mixed;
        }
        if (kind.equals(ROOM_OPENED)) {
            rooms.add(VERDICT + moment.text("room"));
            owed.opened(moment.text("room"));
            return foreign(moment);
        } else if (kind.startsWith(CONTROL) && !moment.text("signal").equals(kind.substring(CONTROL.length()))) {
            return new Fault("signal " + kind.substring(CONTROL.length()), "signal " + moment.text("signal"));
        } else if (kind.startsWith(VERDICT) && !rooms.contains(kind)) {
            return new Fault("room.opened of " + kind.substring(VERDICT.length()), moment.brief());
        } else if (kind.startsWith(VERDICT) && moment.rune().envelope().visibility() == Visibility.PUBLIC) {
            return new Fault("a verdict that is not shown to everybody", "a public one");
        } else if (kind.equals("session.created") && moment.rune().eventId() > 1) {
            return new Fault("a conversation that begins once", moment.brief());
        }
        return null;
    }

    /** A room of another conversation, or with a setting that no room has. */
    private static @Nullable Fault foreign(Moment moment) {
        String named = moment.text("conversation");
        if (!named.isEmpty() && !named.equals(moment.rune().conversation())) {
            return new Fault("a room of " + moment.rune().conversation(), "of " + named);
        }
        for (Map.Entry<String, Set<String>> setting : SETTINGS.entrySet()) {
            String given = moment.text(setting.getKey());
            if (!given.isEmpty() && !setting.getValue().contains(given)) {
                return new Fault(setting.getKey() + " of " + setting.getValue(), given);
            }
        }
        return null;
    }

    private @Nullable Fault ended(Moment moment) {
        String kind = moment.kind();
        if (kind.equals("session.resumed") || kind.equals("control.ended")) {
            String unwritten = owed.unwritten();
            if (unwritten != null) {
                return new Fault(unwritten, moment.brief());
            }
        }
        if (!kind.equals("control.ended")) {
            return null;
        }
        over = true;
        for (Facts facts : all) {
            Fault fault = facts.conversationEnds();
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /** Whether the record says of itself that the conversation is over. */
    public boolean isOver() {
        return over;
    }

    /** What is missing if nothing comes any more. */
    public @Nullable Divergence atEnd(long lastEventId) {
        String missing = owed.missing();
        return missing == null
                ? null
                : new Divergence(lastEventId + 1, Divergence.Kind.OUTCOME, "end", missing, "the end of the log");
    }

    private static Divergence divergence(Rune rune, Fault fault) {
        return new Divergence(rune.eventId(), Divergence.Kind.OUTCOME, rune.kind(), fault.expected(), fault.found());
    }
}
