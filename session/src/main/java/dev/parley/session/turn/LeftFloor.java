package dev.parley.session.turn;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.settings.Roster;
import java.util.List;

/** How the floor was left by an earlier host, in the middle of whatever it was doing with it. */
final class LeftFloor {
    private static final String VOICE = "voice";

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
        switch (rune.kind()) {
            case "human.acted" -> {
                taking = text(rune, "act").equals("take_over");
                leaving = taking ? leaving : text(rune, "human");
            }
            case "verdict.stream" -> decided(rune);
            // What a lost host was about to do for somebody, its successor does not do.
            case "session.resumed" -> taking = false;
            default -> {
                // Nothing else moves the floor.
            }
        }
    }

    private void decided(Rune verdict) {
        String actor = text(verdict, "actor");
        if (!text(verdict, "decision").equals("allowed")) {
            taking = taking && !roster.isHuman(actor);
            return;
        }
        if (!text(verdict, "target").equals(VOICE)) {
            return;
        }
        switch (text(verdict, "action")) {
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

    private static String text(Rune rune, String key) {
        Json.Obj payload = rune.payload();
        String text = payload.text(key);
        return text == null ? "" : text;
    }
}
