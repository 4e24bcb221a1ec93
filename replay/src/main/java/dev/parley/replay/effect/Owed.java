package dev.parley.replay.effect;

import dev.parley.kernel.Request;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What has to come next. A verdict, the rules that it breaks, what the system asks for because of it and the fact that it
 * permits are written one after the other; nothing comes between them. A runtime that is lost in the middle leaves the rest
 * to the one that takes the conversation up.
 */
final class Owed {
    static final String VIOLATION = "system.invariant_violation";

    private final Deque<Due> next = new ArrayDeque<>();
    private final List<Due> later = new ArrayList<>();
    private final Expected expected;

    /**
     * A rune that has to come.
     *
     * @param said what it is, in words for whoever misses it
     * @param heirs whether another runtime writes it if this one did not live to do so
     */
    private record Due(String kind, Supplier<String> said, boolean heirs, Predicate<Moment> fits) {
        boolean isMet(Moment moment) {
            return (kind.isEmpty() || moment.kind().equals(kind)) && fits.test(moment);
        }
    }

    /** What is recorded at once because of a verdict: the events that follow from it, then what the system asks for. */
    void decided(Moment moment, List<Event> facts, @Nullable Request follows) {
        for (Event fact : facts) {
            next.add(new Due(
                    fact.kind(),
                    () -> Expected.said(fact, moment),
                    !(fact instanceof InvariantViolated),
                    found -> expected.is(fact, moment, found)));
        }
        if (follows != null) {
            next.add(new Due(
                    moment.kind(),
                    () -> moment.kind() + " " + follows.action() + " of " + follows.target() + " by " + follows.actor(),
                    false,
                    found -> true));
        }
    }

    Owed(Expected expected) {
        this.expected = expected;
    }

    /** A fact that follows from the one that was just taken in. */
    void fact(String kind, Supplier<String> said, Predicate<Moment> fits) {
        next.add(new Due(kind, said, true, fits));
    }

    /** A recogniser has answered: what it understood, or that it is lost, comes next. */
    void words() {
        next.add(new Due(
                "",
                () -> "stt.final or voice.lost",
                false,
                found -> found.kind().equals("stt.final") || found.kind().equals("voice.lost")));
    }

    /** The room asks about a call: the question is said at once, in the words that the room was told. */
    void question(String call, Predicate<Moment> fits) {
        next.add(new Due(
                "agent.reply", () -> "agent.reply about " + call + " that asks what the room was told", false, fits));
    }

    /** A sentence of this reply is not said as it is: whoever follows the conversation is told so. */
    void withheld(long reply, String instead) {
        next.add(new Due(
                "speech.withheld",
                () -> "speech.withheld of reply " + reply + ", " + instead + " instead",
                false,
                found -> found.number("reply") == reply && found.text("instead").equals(instead)));
    }

    /** A sentence of this reply was judged and may be said: it is, at once. */
    void sentence(long reply) {
        next.add(new Due(
                "agent.sentence",
                () -> "agent.sentence of reply " + reply,
                false,
                found -> found.number("of") == reply));
    }

    /** An episode has directed a call: it is dispatched at once, or its dispatch is refused. */
    void dispatch(String call) {
        next.add(new Due(
                "verdict.tool",
                () -> "verdict.tool dispatch of " + call,
                false,
                found -> found.action().equals("dispatch") && found.target().equals(call)));
    }

    /** A room was opened because it is about to decide. */
    void opened(String room) {
        next.add(new Due("verdict." + room, () -> "verdict." + room, false, found -> true));
    }

    /** A turn was opened under this plan: what it was is written down right after. */
    void plan(long turn, String hash, Predicate<Moment> fits) {
        next.add(new Due("turn.plan", () -> "turn.plan of turn " + turn + " whose hash is " + hash, false, fits));
    }

    /** The streams of the conversation have ended, and with them the conversation. */
    void ended() {
        next.add(new Due("control.ended", () -> "control.ended", false, found -> true));
    }

    /** Whether this rune is one that was due; a fault if another one was. */
    @Nullable
    Fault refuses(Moment moment) {
        Due due = next.peek();
        return due == null || due.isMet(moment) ? null : new Fault(due.said().get(), moment.brief() + said(moment));
    }

    private static String said(Moment moment) {
        Json.Obj payload = moment.payload();
        return moment.verdict() != null ? "" : " " + payload.text();
    }

    /** Takes a due rune off the list; whether it was due. */
    boolean settle(Moment moment) {
        Due due = next.peek();
        if (due != null) {
            next.remove();
            return true;
        }
        return !later.isEmpty() && takeLater(moment);
    }

    private boolean takeLater(Moment moment) {
        for (Due due : later) {
            if (due.isMet(moment)) {
                later.remove(due);
                return true;
            }
        }
        return false;
    }

    /** The runtime was lost here. What its heir writes may come any time from now on. */
    void inherit() {
        next.stream().filter(Due::heirs).forEach(later::add);
        next.clear();
    }

    /** The heir is done, or the file ends: what should have come by now, or null. */
    @Nullable
    String missing() {
        Due due = next.peek();
        return due == null ? null : due.said().get();
    }

    /** What an heir should have written by the time it is done, or null. */
    @Nullable
    String unwritten() {
        for (Due due : later) {
            if (!due.kind().equals("tool.dispatched")) {
                return due.said().get();
            }
        }
        return null;
    }
}
