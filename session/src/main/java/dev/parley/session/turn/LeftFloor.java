package dev.parley.session.turn;

import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HumanEvents.HumanActed;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.settings.Roster;
import java.util.List;
import java.util.Set;

/** How the floor was left by an earlier host, in the middle of whatever it was doing with it. */
final class LeftFloor {
    private static final String VOICE = "voice";
    private static final Set<Class<? extends Event>> MOVES =
            Set.of(HumanActed.class, StreamDecided.class, SessionResumed.class);

    private final Roster roster;
    private String before = "";
    private String leaving = "";
    private boolean taking;
    private boolean nobodys;

    private LeftFloor(Roster roster) {
        this.roster = roster;
    }

    static LeftFloor in(List<Rune> recorded, Roster roster) {
        LeftFloor left = new LeftFloor(roster);
        recorded.forEach(left::see);
        return left;
    }

    /** The agent that had the floor last; empty where it is not known. */
    String before() {
        return before;
    }

    /** The human who was about to give the floor back; empty for none. */
    String leaving() {
        return leaving;
    }

    /** Whether the floor was given up for somebody who did not get it any more. */
    boolean isNobodys() {
        return nobodys;
    }

    private void see(Rune rune) {
        if (!MOVES.contains(EventCatalogue.recordOf(rune))) {
            return;
        }
        switch (EventCatalogue.read(rune)) {
            case HumanActed acted -> {
                taking = acted.act().equals("take_over");
                leaving = taking ? leaving : acted.human();
            }
            case StreamDecided verdict -> decided(verdict.decided());
            // What a lost host was about to do for a human, its successor does not do.
            case SessionResumed _ -> taking = false;
            default -> {
                // Nothing else moves the floor.
            }
        }
    }

    private void decided(Decided verdict) {
        String actor = verdict.actor();
        if (!verdict.decision().equals("allowed")) {
            taking = taking && !roster.isHuman(actor);
            return;
        }
        if (!verdict.target().equals(VOICE)) {
            return;
        }
        switch (verdict.action()) {
            case "RELEASE" -> {
                nobodys = taking || roster.isHuman(actor);
                left(actor);
            }
            case "TRANSFER" -> left(actor);
            case "CLAIM" -> {
                taking = false;
                nobodys = false;
            }
            default -> {
                // The floor stays where it is.
            }
        }
    }

    private void left(String actor) {
        before = roster.isHuman(actor) ? before : actor;
        leaving = actor.equals(leaving) ? "" : leaving;
    }
}
