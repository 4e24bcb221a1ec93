package dev.parley.replay.effect;

import dev.parley.kernel.Registered;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.state.ConversationState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the house asks its people, and what it does with their words. What is raised or answered in a turn is in the name of who
 * has just spoken. A plain yes lends, consents or changes something only as an answer to a question, which it names with its
 * words, and which was heard to its end before the yes was begun (rulings B17, E7); and who answers such a question at once is
 * taken at their word. A change of a profile that was asked for and approved is applied before anything is answered.
 */
final class HouseAnswers implements Facts {
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
    /** So many of the last replies may be a question. */
    private static final int KEPT = 64;

    private final Course course;
    private final PeopleFacts people;
    private final ConversationState state;
    private final Map<Long, Asked> replies = new LinkedHashMap<>();
    private final Map<Long, Long> pieces = new LinkedHashMap<>();
    /** The last reply, if it is a question of the house and nothing else was said or decided about it since; else 0. */
    private long open;

    private boolean begunLater;
    private boolean opened;
    /** Who has said the words that open this turn, until they are observed; null at any other time. */
    private @Nullable String speaking;

    /** Whose profile somebody has had changed. */
    private String changed = "";

    /**
     * @param said the reply, whose words are read only if somebody says yes to it
     * @param asks what it asks for and of whom, empty if it is no question or an older runtime did not say
     * @param heardAt the event at which it was heard to its end, 0 before
     */
    private record Asked(Moment said, Json.Obj asks, long turn, long heardAt, long heardMs) {
        Asked heard(Moment moment) {
            return new Asked(said, asks, turn, moment.rune().eventId(), moment.nowMs());
        }

        boolean isAbout(Moment verdict) {
            return Moment.text(asks, "machine").equals(verdict.text("machine"))
                    && Moment.text(asks, "target").equals(verdict.target());
        }
    }

    HouseAnswers(Course course, PeopleFacts people, ConversationState state) {
        this.course = course;
        this.people = people;
        this.state = state;
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
            case "verdict.episode", "agent.writing" -> observed(moment);
            case "agent.reply" -> {
                Fault fault = observed(moment);
                replied(moment);
                yield fault;
            }
            case "agent.sentence" -> {
                keep(pieces, moment.number("reply"), moment.number("of"));
                yield null;
            }
            case "playback.ended" -> {
                heard(moment);
                yield null;
            }
            default -> null;
        };
    }

    private void replied(Moment moment) {
        if (!moment.payload().has("about")) {
            long number = moment.number("reply");
            Json.Obj asks = Moment.object(moment.payload(), "asks");
            keep(replies, number, new Asked(moment, asks, moment.turn(), 0, 0));
            open = asks.fields().isEmpty() ? 0 : number;
        }
    }

    private void heard(Moment moment) {
        long number = moment.number("reply");
        if (state.questions().isHeard(number, moment.flag("interrupted"))) {
            replies.computeIfPresent(pieces.getOrDefault(number, number), (_, asked) -> asked.heard(moment));
        }
    }

    private static <T> void keep(Map<Long, T> map, long number, T value) {
        map.put(number, value);
        if (map.size() > KEPT) {
            map.remove(map.keySet().iterator().next());
        }
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

    /**
     * Whoever says who they are says it in the name of that person, and in the voice that is heard, which is not always the voice of that
     * person.
     */
    private @Nullable Fault borrowed(Moment moment) {
        if (!moment.action().equals("explicit_identity_claim")) {
            return null;
        }
        String by = Moment.text(moment.parameters(), "by");
        if (!by.isEmpty() && !moment.actor().equals("user_" + by)) {
            return new Fault("a claim by user_" + by, "by " + moment.actor());
        }
        String voice = Moment.text(moment.parameters(), "voice");
        return speaking != null && !voice.equals(speaking)
                ? new Fault("a claim in the voice of '" + speaking + "', who has just spoken", "of '" + voice + "'")
                : null;
    }

    private @Nullable Fault decided(Moment moment) {
        Fault foreign = foreign(moment);
        foreign = foreign == null ? borrowed(moment) : foreign;
        if (foreign != null) {
            return foreign;
        }
        if (moment.action().equals("profile_update_requested")
                && moment.allows(ROOM)
                && moment.actor().startsWith("user")) {
            changed = moment.target();
        }
        Asked asked = replies.get(open);
        if (asked != null && asked.isAbout(moment)) {
            open = 0;
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

    private @Nullable Fault observed(Moment moment) {
        speaking = null;
        House house = people.house();
        Person person = house == null ? null : house.person(changed);
        String whose = changed;
        changed = "";
        return person != null && person.profile() instanceof ProfileState.Approved && !course.isHalted()
                ? new Fault("applied, to the profile of " + whose, moment.brief())
                : null;
    }

    /**
     * Whether these words, which were just said, answer the question that the house has just asked: plainly, by whom it asked,
     * and begun after they had heard it. What is written comes at one moment, so that its place in the record says that; what is
     * spoken began at a moment of its own, and within the same millisecond nobody knows which was first.
     */
    boolean isAnswer(Moment words, long sinceMs) {
        Asked asked = replies.get(open);
        open = 0;
        boolean whole = words.payload().get("heard") instanceof Json.Arr(List<Json> heard) ? heard.size() == 1 : true;
        boolean isWritten = !words.payload().has("heard");
        return asked != null
                && speaking != null
                && words.isReadable()
                && whole
                && words.number("written") == 0
                && asked.heardAt != 0
                && (isWritten || asked.heardMs < sinceMs)
                && Moment.text(asked.asks, "of").equals(words.text("by"))
                && YesOrNo.of(words.text("pii_text")) != YesOrNo.NEITHER;
    }

    /**
     * Why a plain yes counts for nothing, or null if it answers a question.
     *
     * @param yes the words that this verdict rests on
     * @param sinceMs when they were begun
     */
    @Nullable
    Fault answers(Moment verdict, Moment yes, long sinceMs) {
        long reply = Moment.number(verdict.parameters(), ToolRequests.REPLY);
        Asked asked = replies.get(reply);
        if (asked == null && begunLater) {
            return null;
        }
        if (asked == null || !AnswerFacts.digest(asked.said).equals(Moment.text(verdict.parameters(), "words"))) {
            return new Fault("a question of the house in these words before its yes", verdict.brief());
        }
        boolean isHeard = asked.heardAt != 0 && asked.heardAt < yes.rune().eventId() && asked.heardMs <= sinceMs;
        return isHeard
                ? null
                : new Fault("reply " + reply + " heard to its end before its yes was begun", verdict.brief());
    }

    /** An answer that was not given in words names what it is to: a command, or whose question of which machine. */
    static @Nullable Fault elsewhere(Moment moment, Moment given) {
        if (!moment.kind().equals(ROOM)) {
            return null;
        }
        String command = given.text("command");
        String machine = given.text("machine");
        boolean same = machine.isEmpty()
                ? command.isEmpty() || command.equals(Moment.text(moment.parameters(), "command"))
                : machine.equals(moment.text("machine")) && given.text("target").equals(moment.target());
        return same
                ? null
                : new Fault(
                        "an answer to " + moment.brief(), "one to " + command + machine + " " + given.text("target"));
    }

    /** The record begins later than the conversation: what was asked before is unknown. */
    @Override
    public void remember(Moment past) {
        begunLater = true;
    }

    @Override
    public void stood(Registered state) {
        begunLater = true;
    }

    @Override
    public @Nullable Fault turnEnds(long turn, boolean committed, String reason) {
        Asked asked = replies.get(open);
        open = asked == null || asked.turn != turn ? 0 : open;
        speaking = null;
        opened = false;
        return null;
    }

    /** What only the old runtime had asked is asked again. */
    @Override
    public void takenOver() {
        replies.clear();
        pieces.clear();
        open = 0;
        changed = "";
        speaking = null;
        opened = false;
    }
}
