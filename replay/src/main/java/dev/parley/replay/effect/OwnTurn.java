package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolState;
import dev.parley.state.ConversationState;
import dev.parley.state.Turns;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Of which turn a rune is: of the newest that was proposed, or of none. Only what a call or a provider brings about may come
 * when its turn is over; it names the turn that asked for it.
 */
final class OwnTurn implements Facts {
    private static final String TOOL = "verdict.tool";
    private static final String HOUSE = "verdict.household";

    private static final long NONE = -1;
    /** What a tool reports itself. */
    private static final Set<String> ANSWERS = Set.of("success", "error", "sandbox_violation");

    /** What may come late, held to its own turn here, by its episode, or by what it follows. */
    private static final List<String> LATE = List.of(
            TOOL,
            HOUSE,
            "verdict.episode",
            "episode.",
            "tool.",
            "user.answered",
            "operator.answered",
            "approver.answered",
            "provider.outcome",
            "provider.late",
            "knowledge.",
            "memory.",
            Owed.VIOLATION);

    private final Course course;
    private final ConversationState state;
    private long newest;
    /** The turn of a verdict that is yet to be followed by what it breaks, or less than 0. */
    private long broken = NONE;

    /** Whether another runtime took it up: a command that it asks about again may be noted in the turn that is left. */
    private boolean handedOn;

    OwnTurn(Course course, ConversationState state) {
        this.course = course;
        this.state = state;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        long turn = moment.turn();
        if (moment.kind().equals("verdict.turn") && moment.action().equals("turn_open_proposed")) {
            newest = Math.max(newest, turn);
        }
        if (turn > newest || (turn != 0 && turn < newest && !mayBeLate(moment))) {
            return new Fault("turn " + newest, moment.brief());
        }
        long before = broken;
        broken = moment.verdict() != null && !moment.verdict().violations().isEmpty()
                ? turn
                : moment.kind().equals(Owed.VIOLATION) ? broken : NONE;
        return switch (moment.kind()) {
            case Owed.VIOLATION -> before == NONE || before == turn ? null : other(before, moment);
            case TOOL -> called(moment);
            case HOUSE -> commanded(moment);
            default -> null;
        };
    }

    private static boolean mayBeLate(Moment moment) {
        return LATE.stream().anyMatch(moment.kind()::startsWith);
    }

    private @Nullable Fault called(Moment moment) {
        if (!(moment.verdict() != null && moment.verdict().state() instanceof ToolCase.Call call)
                || call.state() instanceof ToolState.Absent) {
            return null;
        }
        return moment.allows(TOOL) && ANSWERS.contains(answered(moment)) ? told(moment, call.turn()) : null;
    }

    private static String answered(Moment moment) {
        return moment.action().equals("result") ? Moment.text(moment.parameters(), "status") : "";
    }

    /**
     * What a tool answers is told to the model of the turn that is open, or of the next one: that turn has seen something from outside the
     * house (ruling E10), and no other is said to have seen it.
     */
    private @Nullable Fault told(Moment moment, long madeIn) {
        Turns turns = state.turns();
        long told = turns.open() == 0 ? turns.last() + 1 : turns.last();
        long expected = told == madeIn ? 0 : told;
        long found = Moment.number(moment.parameters(), "seen_in");
        return found == expected || course.isRecovering() ? null : new Fault("seen_in " + expected, "seen_in " + found);
    }

    /** What is decided about a command is of the turn in which it was asked for; the other machines of a house are of none. */
    private @Nullable Fault commanded(Moment moment) {
        if (!moment.text("machine").equals("command")) {
            return moment.turn() == 0 ? null : other(0, moment);
        }
        Json named = moment.parameters().get("call");
        if (named == null) {
            return null;
        }
        String call = Moment.text(moment.parameters(), "call");
        if (moment.action().equals("command_detected")) {
            Long made = state.calls().turn(call);
            return made == null || made == moment.turn() || handedOn ? null : other(made, moment);
        }
        Long detected = state.calls().commandTurn(call);
        return detected == null || detected == moment.turn() ? null : other(detected, moment);
    }

    private static Fault other(long turn, Moment moment) {
        return new Fault(turn == 0 ? "no turn" : "turn " + turn, moment.brief());
    }

    @Override
    public void takenOver() {
        broken = NONE;
        handedOn = true;
    }

    @Override
    public void remember(Moment past) {
        newest = Math.max(newest, past.turn());
    }
}
