package dev.parley;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HumanEvents.HumanActed;
import dev.parley.kernel.event.HumanEvents.HumanRefused;
import dev.parley.kernel.event.HumanEvents.HumanSpoke;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A wish about the floor that is to be decided. It reads off the record what becomes of it: a human's wish is told first, with
 * who wishes it by what right, and what follows that is its answer and nobody else's.
 */
final class WaitingWish {
    final CompletableFuture<Decided> decided = new CompletableFuture<>();

    private final SessionEvent.OfFloor wish;
    private final String who;
    private final String act;
    /** Whether the record has come to it. */
    private boolean told;

    private @Nullable Decided answer;

    WaitingWish(SessionEvent.OfHuman wish) {
        this.wish = wish;
        this.who = wish.human();
        this.act = wish.act();
    }

    /** An agent's wish is told by its answer alone. */
    WaitingWish(SessionEvent.AgentActed wish) {
        this.wish = wish;
        this.who = wish.agent();
        this.act = wish.act();
        this.told = true;
    }

    SessionEvent.OfFloor wish() {
        return wish;
    }

    /** What was decided about it; null as long as nothing is. */
    @Nullable
    Decided answer() {
        return answer;
    }

    /** Whether this event is about it; then it is about no other. */
    boolean takes(Rune rune) {
        return switch (EventCatalogue.read(rune)) {
            case HumanActed(String human, String toldAct, String role, String key) ->
                tells(human, toldAct, role, key, granted(rune));
            case HumanRefused(String human, String toldAct, String role, String key) ->
                tells(human, toldAct, role, key, null);
            case HumanSpoke words -> tells(words.human(), "say", words.role(), words.key(), granted(rune));
            case StreamDecided verdict -> told && isDecidedBy(rune, verdict);
            case InvariantViolated violation -> told && isRefusedBy(rune, violation);
            default -> false;
        };
    }

    /** What is done by being told is granted; a takeover is decided afterwards. */
    private @Nullable Decided granted(Rune rune) {
        return wish instanceof SessionEvent.TakenOver ? null : new Decided.Granted(rune);
    }

    private boolean tells(
            String human, String toldAct, @Nullable String role, @Nullable String key, @Nullable Decided decision) {
        if (told || !who.equals(human) || !act.equals(toldAct) || !isByThatRight(role, key)) {
            return false;
        }
        told = true;
        answer = decision;
        return true;
    }

    private boolean isByThatRight(@Nullable String role, @Nullable String key) {
        return wish instanceof SessionEvent.OfHuman human
                && human.by()
                        .equals(new SessionEvent.Role(
                                Objects.requireNonNullElse(role, ""), Objects.requireNonNullElse(key, "")));
    }

    /** A takeover is decided by the floor that is claimed, or by an interruption that is not allowed. */
    private boolean isDecidedBy(Rune rune, StreamDecided verdict) {
        boolean allowed = verdict.decided().isAllowed();
        String action = verdict.decided().action();
        boolean decides = who.equals(verdict.decided().actor())
                && (wish instanceof SessionEvent.TakenOver
                        ? action.equals("CLAIM") || (action.equals("INTERRUPT") && !allowed)
                        : action.equals(act.toUpperCase(Locale.ROOT)));
        if (decides) {
            answer = allowed ? new Decided.Granted(rune) : refused(rune, verdict.reason());
        }
        return decides;
    }

    /** Who is not on the roster, does not have the floor, or comes while all is halted is refused before a room is asked. */
    private boolean isRefusedBy(Rune rune, InvariantViolated violation) {
        boolean refuses = who.equals(violation.actor()) && act.equals(violation.act());
        answer = refuses ? refused(rune, violation.reason()) : answer;
        return refuses;
    }

    private static Decided refused(Rune rune, @Nullable String reason) {
        return new Decided.Refused(rune, Objects.requireNonNullElse(reason, ""));
    }
}
