package dev.parley;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import java.util.Locale;
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
        return switch (rune.kind()) {
            case "human.acted", "human.refused" ->
                tells(rune, String.valueOf(rune.payload().text("act")));
            case "human.words" -> tells(rune, "say");
            case "verdict.stream" -> told && isBy(rune, "actor") && isDecidedBy(rune);
            case "system.invariant_violation" -> told && isBy(rune, "actor") && isRefusedBy(rune);
            default -> false;
        };
    }

    private boolean isBy(Rune rune, String key) {
        return who.equals(rune.payload().text(key));
    }

    private boolean tells(Rune rune, String toldAct) {
        if (told || !isBy(rune, "human") || !act.equals(toldAct) || !isByThatRight(rune.payload())) {
            return false;
        }
        told = true;
        boolean done = !(wish instanceof SessionEvent.TakenOver) && !rune.kind().equals("human.refused");
        answer = done ? new Decided.Granted(rune) : null;
        return true;
    }

    private boolean isByThatRight(Json.Obj payload) {
        return wish instanceof SessionEvent.OfHuman human
                && human.by().equals(new SessionEvent.Role(text(payload, "role"), text(payload, "key")));
    }

    /** A takeover is decided by the floor that is claimed, or by an interruption that is not allowed. */
    private boolean isDecidedBy(Rune verdict) {
        boolean allowed = text(verdict.payload(), "decision").equals("allowed");
        String action = text(verdict.payload(), "action");
        boolean decides = wish instanceof SessionEvent.TakenOver
                ? action.equals("CLAIM") || (action.equals("INTERRUPT") && !allowed)
                : action.equals(act.toUpperCase(Locale.ROOT));
        if (decides) {
            answer = allowed ? new Decided.Granted(verdict) : refused(verdict);
        }
        return decides;
    }

    /** Who is not on the roster, does not have the floor, or comes while all is halted is refused before a room is asked. */
    private boolean isRefusedBy(Rune violation) {
        boolean refuses = act.equals(violation.payload().text("act"));
        answer = refuses ? refused(violation) : answer;
        return refuses;
    }

    private static Decided refused(Rune rune) {
        return new Decided.Refused(rune, text(rune.payload(), "reason"));
    }

    private static String text(Json.Obj payload, String key) {
        String text = payload.text(key);
        return text == null ? "" : text;
    }
}
