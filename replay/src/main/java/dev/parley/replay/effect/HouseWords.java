package dev.parley.replay.effect;

import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.profile.ProfileState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the house does at once with the words of its people: what is raised or answered in a turn is in the name of who has just
 * spoken. A change of a profile that was asked for and approved is applied before anything is answered.
 */
final class HouseWords implements Facts {
    private static final String ROOM = "verdict.household";
    private static final Set<String> RAISED = Set.of("consent_request", "delegation_intent_detected");
    private static final Set<String> ANSWERED = Set.of(
            "explicit_grant",
            "explicit_denial",
            "revoke",
            "owner_confirmation",
            "owner_denial",
            "revoke_command",
            "profile_update_requested",
            "owner_confirmation_received",
            "owner_confirmation_denied");

    private final Course course;
    private final PeopleFacts people;
    private boolean opened;
    /** Who has said the words that open this turn, until they are observed; null at any other time. */
    private @Nullable String speaking;

    /** Whose profile somebody has had changed. */
    private String changed = "";

    HouseWords(Course course, PeopleFacts people) {
        this.course = course;
        this.people = people;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case ROOM -> decided(moment);
            case "turn.started" -> {
                opened = true;
                yield null;
            }
            case "user.words" -> said(moment);
            case "verdict.episode", "agent.reply", "agent.writing" -> {
                speaking = null;
                yield applied(moment);
            }
            default -> null;
        };
    }

    /** Who raises something by words is who has just said them; what is noticed otherwise the runtime raises. */
    private @Nullable Fault foreign(Moment moment) {
        String action = moment.action();
        String speaker = speaking;
        if (speaker == null) {
            return RAISED.contains(action) && !moment.actor().equals("system")
                    ? new Fault(action + " by system, for nobody has just said it", "by " + moment.actor())
                    : null;
        }
        String actor = speaker.isEmpty() ? "user" : "user_" + speaker;
        boolean said = RAISED.contains(action) || ANSWERED.contains(action);
        return said && !moment.actor().equals(actor)
                ? new Fault(action + " by " + actor + ", who has just said it", "by " + moment.actor())
                : null;
    }

    private @Nullable Fault decided(Moment moment) {
        Fault foreign = foreign(moment);
        if (foreign != null) {
            return foreign;
        }
        String actor = moment.actor();
        if (moment.action().equals("profile_update_requested") && moment.allows(ROOM) && actor.startsWith("user")) {
            changed = moment.target();
        }
        return null;
    }

    /** The words that open a turn are the house's before they are anybody else's; later ones are answers to the agent. */
    private @Nullable Fault said(Moment moment) {
        boolean opens = opened && moment.turn() != 0;
        speaking = opens ? moment.text("by") : null;
        opened = opened && moment.turn() == 0;
        return null;
    }

    private @Nullable Fault applied(Moment moment) {
        House house = people.house();
        Person person = house == null ? null : house.person(changed);
        String whose = changed;
        changed = "";
        return person != null && person.profile() instanceof ProfileState.Approved && !course.isHalted()
                ? new Fault("applied, to the profile of " + whose, moment.brief())
                : null;
    }

    @Override
    public @Nullable Fault turnEnds(long turn, boolean committed, String reason) {
        speaking = null;
        opened = false;
        return null;
    }

    /** What only the old runtime had asked is asked again. */
    @Override
    public void takenOver() {
        changed = "";
        speaking = null;
        opened = false;
    }
}
