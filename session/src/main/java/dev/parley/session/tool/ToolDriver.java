package dev.parley.session.tool;

import dev.parley.kernel.Effect;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.event.ToolEvents.ToolAbandoned;
import dev.parley.kernel.event.ToolEvents.ToolProgressReported;
import dev.parley.kernel.event.ToolEvents.ToolResultDiscarded;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ApprovalOutcome;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEffect;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolState;
import dev.parley.session.episode.Episode;
import dev.parley.session.event.Reply.ToolRequest;
import dev.parley.session.event.SessionEvent.ToolChecked;
import dev.parley.session.event.SessionEvent.ToolFinished;
import dev.parley.session.event.SessionEvent.ToolFitted;
import dev.parley.session.event.SessionEvent.ToolProgressed;
import dev.parley.session.event.SessionEvent.ToolStatus;
import dev.parley.session.port.People;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.port.ToolShelf.Fit;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tool calls of a conversation through the tool machine. Every step of a call is decided there and recorded
 * before it counts, and each call settles exactly once. A call outlives its turn where its tool may not be cancelled;
 * its result is recorded all the same (ruling D2).
 */
public final class ToolDriver {
    /** Stands in the arguments of a call that could not be read. */
    public static final String UNREADABLE = "unreadable_arguments";

    /** Who asks for a call in the name of the model. */
    private static final String AGENT = "agent";

    /** A person who has no name. */
    private static final String ANYBODY = "user";

    private final Settings settings;
    private final LoopClock clock;
    private final Recorder recorder;
    private final ToolShelf tools;
    private final People people;
    private final LongConsumer approvalsChanged;
    private LongSupplier told = () -> 0;
    private final Questions questions;
    private final CallLedger ledger;
    private final OpenCalls calls = new OpenCalls();
    private final CallPolicy policy;
    private final CallAnswers answers;
    private final CallDispatch dispatch;
    private final AskedCalls asked;

    public ToolDriver(
            Settings settings,
            LoopClock clock,
            Recorder recorder,
            ToolShelf tools,
            People people,
            LongConsumer approvalsChanged) {
        this.settings = settings;
        this.clock = clock;
        this.recorder = recorder;
        this.tools = tools;
        this.people = people;
        this.approvalsChanged = approvalsChanged;
        this.questions = new Questions(recorder);
        this.ledger = new CallLedger(recorder, clock, settings.agency().taint());
        this.policy = new CallPolicy(settings, tools, people, ledger);
        this.dispatch = new CallDispatch(settings, clock, recorder, tools, people, ledger, calls, this::drive);
        this.asked = new AskedCalls(clock, questions, people, ledger, calls, this::drive);
        this.answers = new CallAnswers(calls, questions, people, recorder, asked, this::answer);
    }

    /** Every call of the conversation, those of earlier runtimes included once they were taken up. */
    public CallLedger ledger() {
        return ledger;
    }

    /** Which turn's model hears of what comes in now: the open one, else the next. */
    public void told(LongSupplier turn) {
        told = turn;
    }

    /** What people are asked about calls. */
    public Questions questions() {
        return questions;
    }

    /** Whether no call is open. */
    public boolean isAtRest() {
        return calls.isEmpty() && ledger.isAtRest();
    }

    /**
     * Proposes a call to the tool room and returns the id under which it is known; a repeated id gets a number, also where a model
     * made one up itself.
     */
    public String propose(long turn, String by, ToolRequest request, Episode episode) {
        String id = recorder.state().calls().ids().next(request.id());
        calls.add(id, new OpenCall(turn, by, request, episode));
        ToolCall made = ToolCall.of(id, request.tool(), request.args(), recorder.epoch());
        drive(AGENT, new ToolEvent.CallProposed(made, turn, ledger.sources(tools.sources()), clock.steadyMillis()));
        return id;
    }

    /** Starts a call, or asks for its approval, or denies it. Tells the listener when it has settled. */
    public void consider(String id, Consumer<String> settled) {
        OpenCall call = calls.get(id);
        ToolCall made = ledger.state(id).made();
        if (call == null) {
            throw new IllegalStateException("No call " + id + " was proposed.");
        }
        call.settled = settled;
        if (made == null) {
            refusedAtOnce(id, call);
        } else if (settings.agency().asksAloud() && questions.isOpen(call.turn)) {
            asked.await(id);
        } else {
            judge(id, call, made);
        }
    }

    /** The room refused the call itself; whoever asked gets a denial all the same. */
    private void refusedAtOnce(String id, OpenCall call) {
        calls.remove(id);
        ledger.denied(id, call.tool, call.turn);
        call.settled.accept(id);
    }

    /** Whether the arguments fit is known first: what does not fit is denied, and nobody is asked about it. */
    private void judge(String id, OpenCall call, ToolCall made) {
        Fit fit = call.fit == null ? policy.fits(made) : call.fit;
        if (fit.isLater()) {
            call.cause = recorder.cause();
        } else {
            judge(id, call, made, fit.mismatch());
        }
    }

    /** The arguments of a call were checked elsewhere. One that is over by then stays so, and one that has to wait waits on. */
    public void fitted(ToolFitted event) {
        String id = event.call();
        OpenCall call = calls.get(id);
        ToolCall made = ledger.state(id).made();
        if (call == null || made == null || !(ledger.state(id) instanceof ToolState.Proposed)) {
            return;
        }
        if (call.cause != 0) {
            recorder.because(call.cause);
        }
        call.fit = Fit.of(event.mismatch().isEmpty() ? null : CallPolicy.unfit(event.mismatch()));
        if (asked.isHeld() || (settings.agency().asksAloud() && questions.isOpen(call.turn))) {
            asked.await(id);
        } else {
            judge(id, call, made);
        }
    }

    private void judge(String id, OpenCall call, ToolCall made, @Nullable String mismatch) {
        CallPolicy.Decision decision = policy.decide(call, made, mismatch, clock.steadyMillis());
        drive(new ToolEvent.PolicyDecided(
                id,
                decision.ruling(),
                decision.terms(),
                people.present(),
                decision.discloses(),
                decision.why(),
                call.questionDigest(),
                clock.steadyMillis()));
        if (decision.ruling() == Ruling.ALLOW) {
            dispatch.check(id);
        }
    }

    /** The sandbox has looked at a call that may run. */
    public void checked(ToolChecked event) {
        dispatch.checked(event);
    }

    /** Takes the answers of people to the questions about calls. */
    public CallAnswers answers() {
        return answers;
    }

    private void answer(String id, boolean approved, String by, CallAnswers.Ground ground) {
        Approver approver = ground.approver(people, by, ledger.state(id).made());
        Request answered = ledger.answer(id, approved, approver, people.present());
        Request named = answered.by(by.isEmpty() ? ANYBODY : by);
        boolean moved = drive(ToolRequests.grounded(named, ground.event(), ground.operator(), questions.reply(id)));
        if (moved && approved) {
            dispatch.check(id);
        } else if (approved && ledger.state(id) instanceof ToolState.AwaitingApproval open) {
            askAgain(id, open);
        }
    }

    /** Another company is another question: a person is asked it anew (ruling B17). */
    private void askAgain(String id, ToolState.AwaitingApproval open) {
        String present = people.present();
        OpenCall call = calls.get(id);
        if (call != null && call.isAskedAloud() && !open.mode().equals(present)) {
            drive(new ToolEvent.PolicyDecided(
                    id,
                    Ruling.ASK,
                    open.terms(),
                    present,
                    false,
                    "the company has changed",
                    call.questionDigest(),
                    clock.steadyMillis()));
        }
    }

    /**
     * Nothing of what comes too late is known, told or kept. A carrier may take it in before it looks at its timers; the call is
     * settled by them all the same (ruling T6).
     */
    public void finished(ToolFinished event) {
        String id = event.call();
        recorder.because(calls.causeOf(id));
        if (!(ledger.state(id) instanceof ToolState.Dispatched running) || isLate(event, running)) {
            recorder.offer(new ToolResultDiscarded(id), 0);
            return;
        }
        switch (event.status()) {
            case SUCCESS -> ended(event, Ending.SUCCESS);
            case ERROR -> ended(event, Ending.ERROR);
            case SANDBOX_VIOLATION -> ended(event, Ending.SANDBOX_VIOLATION);
            case CANCELLED -> drive(new ToolEvent.CancelRequested(id, "cancelled", clock.steadyMillis()));
        }
    }

    private boolean isLate(ToolFinished event, ToolState.Dispatched running) {
        return event.status() != ToolStatus.CANCELLED && clock.steadyMillis() >= running.deadlineMs();
    }

    private void ended(ToolFinished event, Ending ending) {
        OpenCall call = calls.get(event.call());
        policy.learn(call, event.result(), event.ready());
        if (!event.reason().isEmpty()) {
            policy.learn(call, Json.of(event.reason()), null);
        }
        if (call != null) {
            call.content = event.result();
        }
        long seenIn = call == null || told.getAsLong() == call.turn ? 0 : told.getAsLong();
        drive(ToolEvent.ResultArrived.of(event.call(), ending, event.result(), event.reason(), clock.steadyMillis())
                .seenIn(seenIn));
    }

    public void progressed(ToolProgressed event) {
        String id = event.call();
        Json progress = event.progress();
        if (ledger.state(id) instanceof ToolState.Dispatched) {
            OpenCall call = calls.get(id);
            recorder.write(new ToolProgressReported(id, progress), call == null ? 0 : call.turn);
            if (call != null) {
                call.episode.progressed(id, progress);
            }
        }
    }

    /** Whether what this call answers is not for everybody. */
    public boolean isPersonal(String id) {
        return policy.isPersonal(ledger.state(id).made());
    }

    /** A reply was heard to its end; it may be a question. */
    public void heard(long reply) {
        asked.heard(reply);
    }

    /** A reply is not said as it is; it may be a question. */
    public void withheld(long reply) {
        asked.withheld(reply);
    }

    /** Somebody has taken the floor and their words are not known yet: what may be cancelled is, and nothing new begins. */
    public void yielded(long turn) {
        asked.hold();
        interrupted(turn);
    }

    /** The floor is the agent's again. */
    public void goOn() {
        asked.release();
        asked.considerNext(this::judge);
    }

    /** The person took the floor: what may be cancelled is, the rest runs on. */
    public void interrupted(long turn) {
        for (Map.Entry<String, OpenCall> entry : calls.of(turn)) {
            if (ledger.state(entry.getKey()) instanceof ToolState.Permitted
                    || (ledger.state(entry.getKey()) instanceof ToolState.Dispatched
                            && !entry.getValue().hasBegun())) {
                drive(new ToolEvent.CancelRequested(
                        entry.getKey(), "its intent was not durable yet", clock.steadyMillis()));
            } else if (ledger.state(entry.getKey()) instanceof ToolState.Dispatched dispatched
                    && dispatched.terms().cancelOnInterrupt()
                    && !entry.getValue().isStopping()) {
                stop(entry.getKey(), entry.getValue());
            }
        }
    }

    /** Asks a call to stop. One that does not answer in time is given up; nobody waits for it. */
    private void stop(String id, OpenCall call) {
        call.stops();
        call.arm(clock.after(settings.bounds().cancelDeadlineMs(), Rank.TIMER, () -> {
            recorder.offer(new ToolAbandoned(id), call.turn);
            drive(new ToolEvent.CancelRequested(id, "ignored the cancel", clock.steadyMillis()));
        }));
        tools.cancel(id);
    }

    /** The turn is over: its calls are treated as at an interruption, its open approvals are cancelled. */
    public void turnEnded(long turn, String reason) {
        asked.clear();
        interrupted(turn);
        for (Map.Entry<String, OpenCall> entry : calls.of(turn)) {
            entry.getValue().settled = id -> {};
            ToolState state = ledger.state(entry.getKey());
            if (state instanceof ToolState.AwaitingApproval || state instanceof ToolState.Proposed) {
                drive(new ToolEvent.CancelRequested(entry.getKey(), reason, clock.steadyMillis()));
            }
        }
    }

    /** The conversation ends here: every call gets its one result now. One that runs may have run and is unknown (ruling E4). */
    public void giveUpAll(String reason) {
        for (Map.Entry<String, OpenCall> entry : calls.all()) {
            String id = entry.getKey();
            switch (ledger.state(id)) {
                case ToolState.Dispatched _ -> {
                    tools.cancel(id);
                    drive(new ToolEvent.ProcessLost(id, clock.steadyMillis()));
                }
                case ToolState.Settled _ -> {}
                case ToolState _ -> drive(new ToolEvent.CancelRequested(id, reason, clock.steadyMillis()));
            }
        }
    }

    public boolean isApprovalPending(long turn) {
        return calls.of(turn).stream()
                .anyMatch(entry -> ledger.state(entry.getKey()) instanceof ToolState.AwaitingApproval);
    }

    private boolean drive(ToolEvent event) {
        return drive(ToolRequests.SYSTEM, event);
    }

    private boolean drive(String actor, ToolEvent event) {
        return drive(ToolRequests.of(actor, event));
    }

    /** Decides, records, applies, acts. */
    private boolean drive(Request request) {
        String id = request.target();
        OpenCall call = calls.get(id);
        long turn = call == null ? 0 : call.turn;
        ToolState before = ledger.state(id);
        Verdict<ToolCase> verdict = ledger.decide(request, turn, call == null ? Json.Null.NULL : call.content);
        if (!verdict.isAllowed()) {
            answers.refused(verdict.violations().getFirst());
            return false;
        }
        verdict.effects().forEach(effect -> act(effect, call));
        ToolState next = ledger.state(id);
        if (before instanceof ToolState.AwaitingApproval || next instanceof ToolState.AwaitingApproval) {
            approvalsChanged.accept(turn);
        }
        if (next instanceof ToolState.Settled && before.open()) {
            settle(id, call, before);
        }
        return true;
    }

    private void act(Effect effect, @Nullable OpenCall call) {
        if (!(effect instanceof ToolEffect act) || call == null) {
            return;
        }
        switch (act) {
            case ToolEffect.AskApproval(ToolCall made, String _, long expiresAtMs) ->
                asked.ask(made, expiresAtMs, call);
            case ToolEffect.CloseApproval(String _, ApprovalOutcome outcome) -> {
                call.disarm();
                if (outcome == ApprovalOutcome.EXPIRED && settings.agency().asksAloud()) {
                    answers.missed(call);
                }
            }
            case ToolEffect.RunTool(ToolCall made, var _, long deadlineMs) -> start(made, deadlineMs, call);
            case ToolEffect.StopTool(String id) -> tools.cancel(id);
            case ToolEffect.DeliverResult _ -> call.disarm();
        }
    }

    private void start(ToolCall made, long deadlineMs, OpenCall call) {
        if (deadlineMs < ToolShelf.NO_TIMEOUT) {
            call.arm(clock.at(
                    clock.sinceBeginMs(deadlineMs),
                    Rank.TIMER,
                    () -> drive(new ToolEvent.DeadlinePassed(made.callId(), clock.steadyMillis()))));
        }
        recorder.release(() -> begin(made, deadlineMs, call));
    }

    /** The intent is durable (ruling X9); a call that ended while it was not yet never runs. */
    private void begin(ToolCall made, long deadlineMs, OpenCall call) {
        if (ledger.state(made.callId()) instanceof ToolState.Dispatched) {
            call.begins(recorder.cause());
            tools.start(made, deadlineMs);
        }
    }

    private void settle(String id, @Nullable OpenCall call, ToolState before) {
        if (call == null) {
            return;
        }
        String tooOld = calls.settle(id, recorder.cause());
        if (tooOld != null) {
            ledger.forget(tooOld);
        }
        if (ledger.state(id) instanceof ToolState.Settled(ToolCall _, ToolResult result)) {
            call.tellHouse(people, before, result);
            call.episode.settled(result);
        }
        call.settled.accept(id);
        asked.considerNext(this::judge);
    }
}
