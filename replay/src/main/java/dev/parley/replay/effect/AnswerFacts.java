package dev.parley.replay.effect;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Provenance;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.kernel.tool.ArgumentsDigest;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.state.ConversationState;
import dev.parley.state.Questions.Asked;
import dev.parley.state.Recorded;
import org.jspecify.annotations.Nullable;

/**
 * Answers of people: every yes and every no names the event at which it was given, which is the last answer in the record, by
 * the same person, to the same call, and read the same way. Where a question was asked aloud it was asked in the words that the
 * room was told, and heard to its end before the answer was begun (rulings B17, E7).
 */
final class AnswerFacts implements Facts {
    private static final String HOUSE = "verdict.household";
    private static final String TOOL = "verdict.tool";
    private static final String OPERATOR = "operator.answered";
    private static final String APPROVER = "approver.answered";

    private final Owed owed;
    private final PeopleFacts people;
    private final HouseAnswers house;
    private final ConversationState state;
    private @Nullable Given last;
    private final Undecided undecided = new Undecided();

    /** What somebody answered last. */
    private static final class Given {
        private final Moment moment;
        private final long sinceMs;
        private String to = "";

        Given(Moment moment, long sinceMs) {
            this.moment = moment;
            this.sinceMs = sinceMs;
        }

        /** As what somebody answered who stands for no person; empty where a person did. */
        String outsider() {
            return switch (moment.kind()) {
                case OPERATOR -> "operator";
                case APPROVER -> "approver";
                default -> "";
            };
        }

        boolean isWords() {
            return moment.kind().equals("user.words");
        }

        /** Whether it is a yes in words that says nothing else, so that only a question tells what it is to. */
        boolean isPlainYes() {
            return isWords() && read(YesOrNo.NEITHER) == YesOrNo.YES;
        }

        /** How it is read; words that were not kept as text can be read as anything. */
        YesOrNo read(YesOrNo wanted) {
            if (isWords()) {
                return moment.isReadable() ? YesOrNo.of(moment.text("pii_text")) : wanted;
            }
            return moment.flag("yes") ? YesOrNo.YES : YesOrNo.NO;
        }
    }

    AnswerFacts(Owed owed, PeopleFacts people, HouseAnswers house, ConversationState state) {
        this.owed = owed;
        this.people = people;
        this.house = house;
        this.state = state;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        Fault fault = undecided.refuses(moment);
        return fault == null ? taken(moment) : fault;
    }

    private @Nullable Fault taken(Moment moment) {
        return switch (moment.kind()) {
            case "user.words", "user.answered", OPERATOR, APPROVER -> {
                given(moment);
                yield null;
            }
            case TOOL -> ofTheRoom(moment);
            case HOUSE -> ofTheHouse(moment);
            default -> null;
        };
    }

    /** No question outlasts its turn. */
    @Override
    public void remember(Moment past) {
        if (past.kind().equals("user.words")) {
            last = new Given(past, sinceMs(past));
        }
    }

    /** The next runtime asks its own questions. */
    @Override
    public void takenOver() {
        last = null;
        undecided.over();
    }

    private void given(Moment moment) {
        Given given = new Given(moment, sinceMs(moment));
        last = given;
        if (given.isWords() ? house.isAnswer(moment, given.sinceMs) || isAnswer(given) : counts(moment)) {
            undecided.given(moment);
        }
    }

    /** When an answer was begun: one that was not spoken, when it came. */
    private long sinceMs(Moment moment) {
        return state.words().sinceMs(Recorded.of(moment.rune()));
    }

    /** A plain yes or no in the turn of a question that was heard before it was begun is an answer to it. */
    private boolean isAnswer(Given given) {
        Asked question = state.questions().open();
        if (question == null || !question.told() || !given.moment.isReadable() || given.moment.turn() == 0) {
            return false;
        }
        return question.isHeardBy(given.sinceMs) && YesOrNo.of(given.moment.text("pii_text")) != YesOrNo.NEITHER;
    }

    /** An answer that names its call counts unless that is asked about aloud and was not heard yet; others are the house's. */
    private boolean counts(Moment moment) {
        String call = moment.text("call_id");
        Asked question = state.questions().about(call);
        return call.isEmpty() ? people.house() != null : question == null || !question.isAloud() || question.told();
    }

    private @Nullable Fault ofTheRoom(Moment moment) {
        String action = moment.action();
        if (action.equals("ask") && moment.allows(TOOL)) {
            asks(moment);
        } else if (moment.parameters().has("standing")) {
            YesOrNo wanted = action.equals("approve") ? YesOrNo.YES : YesOrNo.NO;
            String by = moment.actor().equals("user") ? "" : moment.actor();
            Fault fault = rests(moment, by, wanted, true);
            fault = fault == null ? standsFor(moment) : fault;
            return fault == null && moment.allows(TOOL) ? answers(moment, moment.target(), true) : fault;
        }
        return null;
    }

    /**
     * Whoever stands for no person answers as nobody else, an operator by the role and key that they showed, and nobody answers as they
     * (ruling B15).
     */
    private @Nullable Fault standsFor(Moment moment) {
        String outsider = last == null ? "" : last.outsider();
        Json.Obj shown = last == null ? Json.Obj.EMPTY : Moment.object(last.moment.payload(), "operator");
        String as = isApprover(moment) ? "approver" : standing(moment).equals("operator") ? "operator" : "";
        boolean same = Moment.object(moment.parameters(), ToolRequests.OPERATOR).equals(shown);
        return as.equals(outsider) && same
                ? null
                : new Fault(
                        outsider.isEmpty()
                                ? "an answer of a person"
                                : "an answer of the " + outsider + " " + shown.text(),
                        moment.brief());
    }

    /** Whether this answers in the name of the approver. Nobody who lives here is called so. */
    static boolean isApprover(Moment moment) {
        return moment.actor().equals("approver") || standing(moment).equals("approver");
    }

    private static String standing(Moment moment) {
        return Moment.text(moment.parameters(), "standing");
    }

    private void asks(Moment moment) {
        String call = moment.target();
        String words = Moment.text(moment.parameters(), "words");
        if (!words.isEmpty()) {
            owed.question(
                    call,
                    found -> found.text("about").equals(call) && digest(found).equals(words));
        }
    }

    /** The digest of a text, or the one that was kept in its place. */
    static String digest(Moment said) {
        return said.isReadable() ? ArgumentsDigest.of(Json.of(said.text("pii_text"))) : said.text("text_sha256");
    }

    private @Nullable Fault ofTheHouse(Moment moment) {
        String machine = moment.text("machine");
        boolean yes = Provenance.isYes(machine, moment.action());
        boolean declined = Moment.text(moment.parameters(), "reason").equals("declined");
        boolean no = !yes && (declined || moment.parameters().has(ToolRequests.ANSWER));
        if (!(yes || no) || !moment.actor().startsWith("user")) {
            return null;
        }
        boolean plainly = no || machine.equals("command");
        YesOrNo wanted = yes ? YesOrNo.YES : YesOrNo.NO;
        String by = moment.actor().startsWith("user_") ? moment.actor().substring("user_".length()) : "";
        Fault fault = rests(moment, by, wanted, plainly);
        if (fault == null && last != null && !last.outsider().isEmpty()) {
            return new Fault("an answer of a person", moment.brief());
        }
        if (fault == null && last != null && !plainly && yes && moment.allows(HOUSE) && last.isPlainYes()) {
            return house.answers(moment, last.moment, last.sinceMs);
        }
        String call = Moment.text(moment.parameters(), "call");
        return fault == null && moment.allows(HOUSE) && !call.isEmpty() ? answers(moment, call, false) : fault;
    }

    /**
     * Whether it rests on the last answer, and that is of this person and read so.
     *
     * @param plainly whether it has to be a plain yes or no; a loan, a consent and a voucher may also be a whole sentence, and
     *     never the opposite
     */
    private @Nullable Fault rests(Moment moment, String by, YesOrNo wanted, boolean plainly) {
        Given given = last;
        long named = Moment.number(moment.parameters(), ToolRequests.ANSWER);
        if (given == null || given.moment.rune().eventId() != named) {
            String found = given == null
                    ? "none"
                    : "the last at " + given.moment.rune().eventId();
            return new Fault("an answer at event " + named + " before it", found);
        }
        if (!given.moment.text("by").equals(by)) {
            return new Fault("an answer of '" + by + "'", "one of '" + given.moment.text("by") + "'");
        }
        Fault other = given.isWords() ? null : HouseAnswers.elsewhere(moment, given.moment);
        if (other != null) {
            return other;
        }
        YesOrNo read = given.read(wanted);
        return read == wanted || (!plainly && read == YesOrNo.NEITHER)
                ? null
                : new Fault("an answer that is " + wanted, "one that is " + read);
    }

    /** Whether the last answer is one to this call, and to nothing else. */
    private @Nullable Fault answers(Moment moment, String call, boolean ofTheRoom) {
        Given given = last;
        if (given == null) {
            return null;
        }
        String to = given.isWords() ? given.to : given.moment.text("call_id");
        if (!to.isEmpty() && !to.equals(call)) {
            return new Fault("an answer to call " + call, "one to call " + to);
        }
        given.to = call;
        Asked question = state.questions().about(call);
        if (question == null || question.event() > given.moment.rune().eventId()) {
            return new Fault("a question about call " + call + " before its answer", moment.brief());
        }
        long reply = Moment.number(moment.parameters(), ToolRequests.REPLY);
        if (ofTheRoom && reply != question.reply()) {
            return new Fault("an answer to reply " + question.reply(), "to reply " + reply);
        }
        if (question.heardAt() != 0 && !question.told()) {
            return new Fault("heard of call " + call + " before its answer", moment.brief());
        }
        return question.isAloud() ? aloud(given, question) : silent(given, call);
    }

    /** Nobody was asked aloud, so nobody answers by words. */
    private static @Nullable Fault silent(Given given, String call) {
        return given.isWords() ? new Fault("a question about call " + call + " that was asked aloud", "none") : null;
    }

    /** An answer counts once its question was heard to its end, and words only if they were begun after it (ruling E7). */
    private static @Nullable Fault aloud(Given given, Asked question) {
        if (question.heardAt() == 0 || question.heardAt() > given.moment.rune().eventId()) {
            return new Fault("reply " + question.reply() + " heard to its end before its answer", "not heard");
        }
        return given.sinceMs < question.heardMs()
                ? new Fault("an answer begun from " + question.heardMs() + " ms on", "at " + given.sinceMs + " ms")
                : null;
    }
}
