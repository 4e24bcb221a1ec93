package dev.parley.replay.effect;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where a conversation is: what all facts have to agree with. */
final class Course {
    private static final String USER = "user_";

    private final Set<String> people = new HashSet<>();
    private long activeTurn;
    private long lastTurn;
    private boolean turnLost;
    private boolean halted;
    private boolean recovering;
    private String asker = "";
    private boolean asked;
    private boolean virtual;
    private String state = "";

    /** Somebody is named by a fact, or lives in the house. */
    void names(String person) {
        if (!person.isEmpty()) {
            people.add(person);
        }
    }

    /** Why nobody of that name can have asked for this, or null if somebody can. */
    @Nullable
    Fault stranger(Moment moment) {
        String actor = moment.actor();
        boolean known = !actor.startsWith(USER) || isNamed(actor.substring(USER.length()));
        return known ? null : new Fault("somebody who was heard or lives here", moment.brief());
    }

    private boolean isNamed(String person) {
        return person.isEmpty() || people.contains(person);
    }

    /** The turn that is open, 0 for none. */
    long activeTurn() {
        return activeTurn;
    }

    /** The last turn that was opened. */
    long lastTurn() {
        return lastTurn;
    }

    void opened(long turn) {
        activeTurn = turn;
        lastTurn = turn;
        turnLost = false;
        asked = false;
        asker = "";
    }

    void closed() {
        activeTurn = 0;
    }

    /** Whether something new may happen in this turn; one that another runtime has left is only ended. */
    boolean isActive(long turn) {
        return turn != 0 && turn == activeTurn && !turnLost && !halted;
    }

    /** Why something may not happen in this turn now, or null. */
    @Nullable
    Fault outside(Moment moment) {
        return isActive(moment.turn())
                ? null
                : new Fault(
                        activeTurn == 0 ? "an open turn" : "turn " + activeTurn + (halted ? ", not halted" : ""),
                        moment.brief());
    }

    /** The conversation was a scenario: its time stands still while something happens. */
    void isScripted() {
        virtual = true;
    }

    /** The time is that of a clock, which passes while something happens. */
    void isLive() {
        virtual = false;
    }

    boolean isVirtual() {
        return virtual;
    }

    /** The state of the agent as it was shown last. */
    String state() {
        return state;
    }

    void show(String now) {
        state = now;
    }

    /** Who the turn is for, once that was observed. */
    void asks(String person) {
        asker = person;
        asked = true;
    }

    boolean hasAsker() {
        return asked;
    }

    String asker() {
        return asker;
    }

    void halt(boolean now) {
        halted = now;
    }

    boolean isHalted() {
        return halted;
    }

    /** Another runtime has taken the conversation up and ends what was left open. */
    void takenOver() {
        recovering = true;
        turnLost = true;
    }

    void recovered() {
        recovering = false;
    }

    boolean isRecovering() {
        return recovering;
    }
}
