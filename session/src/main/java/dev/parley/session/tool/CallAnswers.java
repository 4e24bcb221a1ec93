package dev.parley.session.tool;

import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.kernel.event.HumanEvents.ApproverAnswerGiven;
import dev.parley.kernel.event.HumanEvents.OperatorAnswerGiven;
import dev.parley.kernel.event.HumanEvents.OperatorIdentity;
import dev.parley.kernel.event.UserEvents.ApprovalEarly;
import dev.parley.kernel.event.UserEvents.UserAnswered;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.kernel.people.command.CommandMachine;
import dev.parley.kernel.people.command.ConfirmationRules;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolMachine;
import dev.parley.session.event.SessionEvent.ApprovalAnswered;
import dev.parley.session.event.SessionEvent.ApproverAnswered;
import dev.parley.session.event.SessionEvent.OperatorAnswered;
import dev.parley.session.port.CommandCall;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the answers of people to the questions about calls: by the id of a call, by the name of a command, or in words.
 * An answer that counts goes to the tool machine; a command that waits for its person's own yes is put to the house
 * first.
 */
public final class CallAnswers {
    private final OpenCalls calls;
    private final Questions questions;
    private final People people;
    private final Recorder recorder;
    private final AskedCalls asked;
    private final Approval approval;
    private @Nullable Violation refusal;
    private @Nullable Lapsed lapsed;

    /** Gives an answer to the tool machine. */
    interface Approval {
        void answer(String callId, boolean approved, String by, Ground ground);
    }

    /**
     * What an answer rests on.
     *
     * @param event the answer as it is recorded
     * @param operator by which role and key, empty where nobody who runs the house answered
     * @param outsider who answered for no person; null where a person did
     */
    record Ground(long event, Json.Obj operator, @Nullable Approver outsider) {
        private static Ground of(long event) {
            return new Ground(event, Json.Obj.EMPTY, null);
        }

        /** Who answered, as the house knows them; about a call that is over nobody knows more than who they are. */
        Approver approver(People people, String by, @Nullable ToolCall call) {
            return outsider == null ? people.approver(by, call == null ? "" : call.tool()) : outsider;
        }
    }

    /** A question that nobody answered in time; the next sentence is the last that may be about it. */
    private record Lapsed(String tool, boolean awaitedYes) {}

    CallAnswers(
            OpenCalls calls,
            Questions questions,
            People people,
            Recorder recorder,
            AskedCalls asked,
            Approval approval) {
        this.asked = asked;
        this.calls = calls;
        this.questions = questions;
        this.people = people;
        this.recorder = recorder;
        this.approval = approval;
    }

    /** The tool machine refused a step by this rule. */
    void refused(Violation rule) {
        refusal = rule;
    }

    /** Nobody answered the question about this call in time. */
    void missed(OpenCall call) {
        lapsed = new Lapsed(call.tool, call.awaitsYes());
    }

    /** An answer that names its call and comes from elsewhere than the person's words: it counts once the question was heard (ruling E7). */
    public void named(ApprovalAnswered event) {
        OpenCall call = calls.get(event.call());
        long given = given(call, event.call(), null, event.approved(), event.by());
        if (call == null || !isTooEarly(event.call(), call, event.by())) {
            answered(event, given);
        }
    }

    /**
     * An answer of somebody who runs the house, in their own name. It goes to the tool machine alone: where people live their
     * yes counts for nobody, and their no ends the call as everybody's does.
     */
    public void byOperator(OperatorAnswered event) {
        OpenCall call = calls.get(event.call());
        Json.Obj who = Json.Obj.EMPTY.with("role", event.role()).with("key", event.key());
        OperatorAnswerGiven answer = new OperatorAnswerGiven(
                event.call(), event.approved(), Approver.OPERATOR, new OperatorIdentity(event.role(), event.key()));
        long given = recorder.write(answer, turn(call)).eventId();
        if (call == null || !isTooEarly(event.call(), call, Approver.OPERATOR)) {
            approval.answer(
                    event.call(), event.approved(), Approver.OPERATOR, new Ground(given, who, Approver.operator()));
        }
    }

    /** An answer of the program's approver. A command of the house is not theirs to allow, only to refuse. */
    public void byApprover(ApproverAnswered event) {
        OpenCall call = calls.get(event.call());
        ApproverAnswerGiven answer = new ApproverAnswerGiven(event.call(), event.approved(), Approver.APPROVER);
        long given = recorder.write(answer, turn(call)).eventId();
        Approver who = Approver.named(call != null && call.isCommand());
        approval.answer(event.call(), event.approved(), Approver.APPROVER, new Ground(given, Json.Obj.EMPTY, who));
    }

    /** Records an answer that was not given in words, so that what rests on it can be held to it. */
    private long given(@Nullable OpenCall call, @Nullable String id, @Nullable String command, boolean yes, String by) {
        return recorder.write(new UserAnswered(by, yes, id, command, null, null), turn(call))
                .eventId();
    }

    private static long turn(@Nullable OpenCall call) {
        return call == null ? 0 : call.turn;
    }

    /** Whether the question about this call has not been heard to its end (ruling E7); the answer is recorded and does nothing. */
    private boolean isTooEarly(String id, OpenCall call, String by) {
        boolean early = questions.isUnheard(id);
        if (early) {
            tellTooEarly(id, call, by);
        }
        return early;
    }

    private void tellTooEarly(String id, OpenCall call, String by) {
        recorder.offer(new ApprovalEarly(id, by), call.turn);
    }

    /** An answer names its call; whoever approves one call releases no other (ruling B17). */
    private void answered(ApprovalAnswered event, long given) {
        OpenCall call = calls.get(event.call());
        if (call != null && call.awaitsYes()) {
            confirm(event.call(), call, event.approved(), event.by(), given);
        } else {
            approval.answer(event.call(), event.approved(), event.by(), Ground.of(given));
        }
    }

    /** A person's yes or no to their command that waits for it. */
    public void confirmed(String command, boolean yes, String by) {
        for (Map.Entry<String, OpenCall> entry : calls.all()) {
            OpenCall call = entry.getValue();
            if (call.awaitsYes() && call.tool.equals(command) && call.by.equals(by)) {
                long given = given(call, entry.getKey(), command, yes, by);
                if (!isTooEarly(entry.getKey(), call, by)) {
                    confirm(entry.getKey(), call, yes, by, given);
                }
                return;
            }
        }
        people.answered(by, command, yes, given(null, null, command, yes, by));
    }

    /** The house decides whether the answer counts: only of who gave the command. */
    private void confirm(String id, OpenCall call, boolean yes, String by, long given) {
        boolean another = !call.by.equals(by);
        if (another && calls.isYesAwaitedFrom(by)) {
            String reason = by + " was asked about another call";
            recorder.violation("people.confirmation.identity", Level.REJECT, reason, call.turn);
            return;
        }
        CommandCall bound = call.awaitingYes();
        boolean taken = (another || bound == null)
                ? people.answered(by, call.tool, yes, given)
                : people.answered(by, bound, yes, given);
        refusal = taken ? null : people.refusal();
        if (taken && !another) {
            call.answered();
            approval.answer(id, yes, by, Ground.of(given));
        }
    }

    /**
     * The words of a person while a question is open.
     *
     * @param fromMs when the person began to say them
     * @param event the words as they are recorded
     * @return what they are to it; an answer has been given to the call by then
     */
    public Questions.Reading heard(String words, String by, long fromMs, long event) {
        Questions.Reading reading = questions.read(words, fromMs);
        String call = questions.call();
        OpenCall about = call == null ? null : calls.get(call);
        if (reading == Questions.Reading.HESITATES) {
            questions.repeat();
        } else if (reading == Questions.Reading.UNCLEAR) {
            questions.askBack();
        } else if (reading == Questions.Reading.TOO_EARLY && call != null && about != null) {
            tellTooEarly(call, about, by);
            asked.answeredTooEarly(call);
        }
        if (call != null && (reading == Questions.Reading.YES || reading == Questions.Reading.NO)) {
            answered(new ApprovalAnswered(call, reading == Questions.Reading.YES, by), event);
            if (call.equals(questions.call())) {
                questions.tell(call, uncounted(by));
            }
        }
        return reading;
    }

    /** Why an answer did not count, said to whoever gave it. */
    private String uncounted(String by) {
        String rule = refusal == null ? "" : refusal.id();
        if (rule.equals(ToolMachine.MINOR)) {
            return Wording.NEEDS_GROWN_UP;
        }
        if (people.approver(by).standing() == Approver.Standing.UNCONFIRMED) {
            return uncountedFor("I do not know who you are");
        }
        return uncountedFor(
                switch (rule) {
                    case CommandMachine.NO_TRANSITION -> "somebody else was asked";
                    case ConfirmationRules.CONTEXT -> "somebody came or went since you asked for it";
                    default -> refusal == null ? "it was not understood" : refusal.reason();
                });
    }

    private static String uncountedFor(String reason) {
        return "That does not count: " + reason + ".";
    }

    /** What to say to a yes that comes after its question has lapsed; null where these words are none. */
    public @Nullable String late(String words, String by, long event) {
        Lapsed missed = lapsed;
        lapsed = null;
        if (missed == null || YesOrNo.of(words) != YesOrNo.YES) {
            return null;
        }
        if (missed.awaitedYes()) {
            people.answered(by, missed.tool(), true, event);
        }
        return "That came too late.";
    }
}
