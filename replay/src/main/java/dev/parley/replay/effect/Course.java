package dev.parley.replay.effect;

import dev.parley.state.ConversationState;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where a conversation is: what all facts have to agree with. */
final class Course {
    private static final String USER = "user_";

    private final ConversationState conversation;
    private final Set<String> people = new HashSet<>();
    private String asker = "";
    /** The turn for which it is known who asks. */
    private long askedIn;

    private boolean virtual;

    Course(ConversationState conversation) {
        this.conversation = conversation;
    }

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
        return conversation.turns().open();
    }

    /** Why something may not happen in this turn now, or null. */
    @Nullable
    Fault outside(Moment moment) {
        long open = activeTurn();
        return conversation.isActive(moment.turn())
                ? null
                : new Fault(
                        open == 0 ? "an open turn" : "turn " + open + (isHalted() ? ", not halted" : ""),
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
        return conversation.shown().state();
    }

    /** Who the turn is for, once that was observed. */
    void asks(String person) {
        asker = person;
        askedIn = conversation.turns().last();
    }

    boolean hasAsker() {
        return askedIn != 0 && askedIn == conversation.turns().last();
    }

    String asker() {
        return hasAsker() ? asker : "";
    }

    boolean isHalted() {
        return conversation.halt().isHalted();
    }

    /** Whether another runtime has taken the conversation up and ends what was left open. */
    boolean isRecovering() {
        return conversation.turns().isRecovering();
    }
}
