package dev.parley.session.tool;

import dev.parley.kernel.Effect;
import dev.parley.kernel.Level;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ApprovalOutcome;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolCase;
import dev.parley.kernel.tool.ToolEffect;
import dev.parley.kernel.tool.ToolEvent;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolState;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.session.Settings;
import dev.parley.session.episode.Episode;
import dev.parley.session.event.SessionEvent.ApprovalAnswered;
import dev.parley.session.event.SessionEvent.ToolFinished;
import dev.parley.session.port.CommandCall;
import dev.parley.session.port.People;
import dev.parley.session.port.Reply.ToolRequest;
import dev.parley.session.port.Tools;
import dev.parley.session.port.Tools.Listing;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tool calls of a conversation through the tool machine. Every step of a call is decided there and recorded
 * before it counts, and each call settles exactly once. A call outlives its turn where its tool may not be cancelled;
 * its result is recorded all the same (ruling D2).
 */
public final class ToolDesk {
    /** Stands in the arguments of a call that could not be read. */
    public static final String UNREADABLE = "unreadable_arguments";

    private static final int SETTLED_KEPT = 64;

    /** Who asks for a call in the name of the model. */
    private static final String AGENT = "agent";

    /** A person who has no name. */
    private static final String ANYBODY = "user";

    private final Settings settings;
    private final LoopClock clock;
    private final Recorder recorder;
    private final Tools tools;
    private final People people;
    private final LongConsumer approvalsChanged;
    private final Questions questions = new Questions();
    private final Deque<String> unasked = new ArrayDeque<>();
    private final CallLedger ledger;
    private final Map<String, OpenCall> calls = new LinkedHashMap<>();
    private final Map<String, Long> settled = new LinkedHashMap<>();
    private final Map<String, Integer> uses = new LinkedHashMap<>();
    private String refusal = "";
    private @Nullable Lapsed lapsed;
    private long countedTurn;
    private long countedCalls;

    public ToolDesk(
            Settings settings,
            LoopClock clock,
            Recorder recorder,
            Tools tools,
            People people,
            LongConsumer approvalsChanged) {
        this.settings = settings;
        this.clock = clock;
        this.recorder = recorder;
        this.tools = tools;
        this.people = people;
        this.approvalsChanged = approvalsChanged;
        this.ledger = new CallLedger(recorder, clock, settings.agency().taintAsks());
    }

    /** Every call of the conversation, those of earlier runtimes included once they were taken up. */
    public CallLedger ledger() {
        return ledger;
    }

    /** What people are asked about calls. */
    public Questions questions() {
        return questions;
    }

    /** Ids that another runtime gave to calls are not given again. */
    public void countOnFrom(List<Rune> recorded) {
        CallLedger.made(recorded).forEach(id -> uses.merge(id.replaceFirst("#\\d+$", ""), 1, Integer::sum));
    }

    /** Registers a call and gives it the id under which it is known; a repeated id gets a suffix. */
    public String admit(long turn, String by, ToolRequest request, Episode episode) {
        int use = uses.merge(request.id(), 1, Integer::sum);
        String id = use == 1 ? request.id() : request.id() + "#" + use;
        calls.put(id, new OpenCall(turn, by, request.tool(), episode));
        ToolCall made = ToolCall.of(id, request.tool(), request.args(), recorder.epoch());
        drive(AGENT, new ToolEvent.CallProposed(made, turn, clock.steadyMillis()));
        return id;
    }

    /** Starts a call, or asks for its approval, or denies it. Tells the listener when it has settled. */
    public void dispatch(String id, Consumer<String> settled) {
        OpenCall call = calls.get(id);
        ToolCall made = ledger.state(id).made();
        if (call == null) {
            throw new IllegalStateException("No call " + id + " was admitted.");
        }
        call.settled = settled;
        if (made == null) {
            refusedAtOnce(id, call);
        } else if (settings.agency().asksAloud() && questions.isOpen(call.turn)) {
            unasked.add(id);
        } else {
            consider(id, call, made);
        }
    }

    /** The room refused the call itself; whoever asked gets a denial all the same. */
    private void refusedAtOnce(String id, OpenCall call) {
        calls.remove(id);
        ledger.denied(id, call.tool, call.turn);
        call.settled.accept(id);
    }

    private void consider(String id, OpenCall call, ToolCall made) {
        Listing listing = tools.listing(made.tool());
        String mismatch = listing == null ? null : mismatch(made);
        String refusal = call.episode.refusal();
        if (listing == null) {
            rule(id, Ruling.DENY, ToolTerms.DEFAULT, "no tool is called " + made.tool());
        } else if (mismatch != null) {
            rule(id, Ruling.DENY, listing.terms(), mismatch);
        } else if (refusal != null) {
            rule(id, Ruling.DENY, listing.terms(), refusal);
        } else if (listing.ruling() == Ruling.DENY) {
            rule(id, Ruling.DENY, listing.terms(), "the policy denies it");
        } else if (isOverBudget(call.turn)) {
            rule(id, Ruling.DENY, listing.terms(), "budget");
        } else {
            judge(id, call, listing);
        }
    }

    /** A schema is the tool's own, and a hostile one may throw: what cannot be checked is denied. */
    private @Nullable String mismatch(ToolCall made) {
        String unreadable = made.arguments().text(UNREADABLE);
        if (unreadable != null) {
            return "the arguments cannot be read: " + unreadable;
        }
        String lost = CanonicalJson.lostNumber(made.arguments());
        if (lost != null) {
            return "the arguments cannot be shown as they are: " + lost;
        }
        try {
            String mismatch = tools.mismatch(made.tool(), made.arguments());
            return mismatch == null ? null : "the arguments do not fit: " + mismatch;
        } catch (RuntimeException | StackOverflowError e) {
            return "the arguments cannot be checked: " + e.getClass().getSimpleName();
        }
    }

    /** One question at a time: the calls that wait for the floor are considered when it is answered. */
    private void considerNext() {
        while (!unasked.isEmpty() && questions.call() == null) {
            String id = unasked.remove();
            OpenCall call = calls.get(id);
            ToolCall made = ledger.state(id).made();
            if (call != null && made != null && ledger.state(id) instanceof ToolState.Proposed) {
                consider(id, call, made);
            }
        }
    }

    /** A tool that is a command of the house runs only as the house says, for the person whose turn it is. */
    private void judge(String id, OpenCall call, Listing listing) {
        ToolCall made = ledger.state(id).made();
        if (made == null) {
            throw new IllegalStateException("No call " + id + " was admitted.");
        }
        call.bound = CommandCall.of(made, Wording.question(listing.phrase(), made.tool(), made.arguments(), true));
        People.Answer answer = people.command(call.by, call.bound);
        call.command = answer == People.Answer.RELEASED || answer == People.Answer.AWAITS_YES;
        call.awaitsYes = answer == People.Answer.AWAITS_YES;
        if (answer == People.Answer.DENIED) {
            rule(id, Ruling.DENY, listing.terms(), people.refusal());
        } else if (!call.command && listing.terms().safety().changesTheWorld() && !listing.declared()) {
            rule(id, Ruling.DENY, listing.terms(), "nobody has said on which terms " + call.tool + " may run");
        } else if (call.awaitsYes || listing.ruling() == Ruling.ASK || asksForTaint(id, listing)) {
            call.asked = true;
            rule(id, Ruling.ASK, listing.terms(), "approval required");
        } else {
            rule(id, Ruling.ALLOW, listing.terms(), "listed");
            run(id);
        }
    }

    /** What came from outside may have wished for it: a person has to want it too (ruling E10). */
    private boolean asksForTaint(String id, Listing listing) {
        return settings.agency().taintAsks() && listing.terms().safety().changesTheWorld() && ledger.isTainted(id);
    }

    private boolean isOverBudget(long turn) {
        countedCalls = turn == countedTurn ? countedCalls + 1 : 1;
        countedTurn = turn;
        long allowed = settings.budget().toolCalls();
        return allowed != Settings.Budget.NONE && countedCalls > allowed;
    }

    private void rule(String id, Ruling ruling, ToolTerms terms, String why) {
        OpenCall call = calls.get(id);
        long patienceMs = call != null && call.awaitsYes ? people.yesWithinMs() : Long.MAX_VALUE;
        long waitsMs = Math.max(1, Math.min(settings.approvalTimeoutMs(), patienceMs));
        drive(new ToolEvent.PolicyDecided(id, ruling, terms.withApprovalTimeoutMs(waitsMs), why, clock.steadyMillis()));
    }

    /** Spends the permit; an open turn goes on under a rotated lease, so the permit's own epoch is still ours. */
    private void run(String id) {
        ToolCall asked = ledger.state(id).made();
        String violation = asked == null ? null : tools.violation(asked.tool(), asked.arguments());
        if (violation != null) {
            drive(new ToolEvent.SandboxViolated(id, violation, clock.steadyMillis()));
            return;
        }
        drive(new ToolEvent.SandboxAdmitted(id, clock.steadyMillis()));
        OpenCall call = calls.get(id);
        if (call != null
                && ledger.state(id) instanceof ToolState.Admitted(ToolCall made, ToolTerms terms, var permit)) {
            CommandCall bound = call.command ? call.bound : null;
            String byHouse = bound == null ? null : people.dispatchRefusal(call.by, bound);
            String refused = byHouse == null ? call.episode.act(made, terms, permit, call.asked) : byHouse;
            if (refused != null) {
                drive(new ToolEvent.CancelRequested(id, refused, clock.steadyMillis()));
                return;
            }
            drive(new ToolEvent.DispatchRequested(
                    id,
                    permit.permitId(),
                    made.argumentsSha256(),
                    permit.epoch(),
                    permit.mode(),
                    clock.steadyMillis()));
        }
    }

    /** An answer names its call; whoever approves one call releases no other (ruling B17). */
    public void answered(ApprovalAnswered event) {
        OpenCall call = calls.get(event.call());
        if (call != null && call.awaitsYes) {
            confirm(event.call(), call, event.approved(), event.by());
        } else {
            answer(event.call(), event.approved(), event.by());
        }
    }

    private void answer(String id, boolean approved, String by) {
        ToolCall made = ledger.state(id).made();
        String question = ledger.state(id) instanceof ToolState.AwaitingApproval open ? open.question() : "";
        boolean moved = drive(
                by.isEmpty() ? ANYBODY : by,
                new ToolEvent.ApprovalAnswered(
                        id,
                        approved,
                        people.approver(by),
                        made == null ? "" : made.argumentsSha256(),
                        question,
                        "",
                        clock.steadyMillis()));
        if (moved && approved) {
            run(id);
        }
    }

    /** A person's yes or no to their command that waits for it. */
    public void confirmed(String command, boolean yes, String by) {
        for (Map.Entry<String, OpenCall> entry : List.copyOf(calls.entrySet())) {
            OpenCall call = entry.getValue();
            if (call.awaitsYes && call.tool.equals(command) && call.by.equals(by)) {
                confirm(entry.getKey(), call, yes, by);
                return;
            }
        }
        people.answered(by, command, yes);
    }

    /** The house decides whether the answer counts: only of who gave the command. */
    private void confirm(String id, OpenCall call, boolean yes, String by) {
        boolean another = !call.by.equals(by);
        if (another && calls.values().stream().anyMatch(other -> other.awaitsYes && other.by.equals(by))) {
            refuse("people.confirmation.identity", by + " was asked about another call", call.turn);
            return;
        }
        CommandCall bound = call.bound;
        boolean taken =
                (another || bound == null) ? people.answered(by, call.tool, yes) : people.answered(by, bound, yes);
        refusal = taken ? "" : people.refusal();
        if (taken && !another) {
            call.awaitsYes = false;
            answer(id, yes, by);
        }
    }

    /**
     * The words of a person while a question is open.
     *
     * @return what they are to it; an answer has been given to the call by then
     */
    public Questions.Reading heard(String words, String by) {
        Questions.Reading reading = questions.read(words);
        String call = questions.call();
        if (call != null && (reading == Questions.Reading.YES || reading == Questions.Reading.NO)) {
            answered(new ApprovalAnswered(call, reading == Questions.Reading.YES, by));
            if (call.equals(questions.call())) {
                questions.tell(call, "That does not count: " + refusal + ".");
            }
        }
        return reading;
    }

    /** What to say to a yes that comes after its question has lapsed; null where these words are none. */
    public @Nullable String lateAnswer(String words, String by) {
        Lapsed missed = lapsed;
        lapsed = null;
        if (missed == null || YesOrNo.of(words) != YesOrNo.YES) {
            return null;
        }
        if (missed.awaitedYes()) {
            people.answered(by, missed.tool(), true);
        }
        return "That came too late.";
    }

    /** A question that nobody answered in time; the next sentence is the last that may be about it. */
    private record Lapsed(String tool, boolean awaitedYes) {}

    public void finished(ToolFinished event) {
        String id = event.call();
        if (!(ledger.state(id) instanceof ToolState.Dispatched)) {
            recorder.because(settled.getOrDefault(id, 0L));
            recorder.telemetry("tool.late", 0, Json.Obj.EMPTY.with("call_id", id));
            return;
        }
        recorder.because(cause(id));
        learn(id, event.result());
        switch (event.status()) {
            case SUCCESS -> ended(event, Ending.SUCCESS);
            case ERROR -> ended(event, Ending.ERROR);
            case SANDBOX_VIOLATION -> ended(event, Ending.SANDBOX_VIOLATION);
            case CANCELLED -> drive(new ToolEvent.CancelRequested(id, "cancelled", clock.steadyMillis()));
        }
    }

    private void ended(ToolFinished event, Ending ending) {
        OpenCall call = calls.get(event.call());
        if (call != null) {
            call.content = event.result();
        }
        drive(ToolEvent.ResultArrived.of(event.call(), ending, event.result(), event.reason(), clock.steadyMillis()));
    }

    private long cause(String id) {
        OpenCall call = calls.get(id);
        return call == null ? 0 : call.cause;
    }

    public void progressed(String id, Json progress) {
        if (ledger.state(id) instanceof ToolState.Dispatched) {
            OpenCall call = calls.get(id);
            Json.Obj payload = Json.Obj.EMPTY.with("call_id", id).with("progress", progress);
            recorder.data("tool.progress", call == null ? 0 : call.turn, payload);
        }
    }

    /** What a tool answered is known to be guarded before it is written down or anybody can repeat it. */
    private void learn(String id, Json answer) {
        OpenCall call = calls.get(id);
        Listing listing = call == null ? null : tools.listing(call.tool);
        if (call != null && listing != null) {
            people.learned(new Knowledge(call.by, call.tool, listing.answers(), answer));
        }
    }

    /** The person took the floor: what may be cancelled is, the rest runs on. */
    public void interrupted(long turn) {
        for (Map.Entry<String, OpenCall> entry : of(turn)) {
            if (ledger.state(entry.getKey()) instanceof ToolState.Dispatched && !entry.getValue().begun) {
                drive(new ToolEvent.CancelRequested(
                        entry.getKey(), "its intent was not durable yet", clock.steadyMillis()));
            } else if (ledger.state(entry.getKey()) instanceof ToolState.Dispatched dispatched
                    && dispatched.terms().cancelOnInterrupt()
                    && !entry.getValue().stopping) {
                stop(entry.getKey(), entry.getValue());
            }
        }
    }

    /** Asks a call to stop. One that does not answer in time is given up; nobody waits for it. */
    private void stop(String id, OpenCall call) {
        call.stopping = true;
        call.arm(clock.after(settings.cancelDeadlineMs(), Rank.TIMER, () -> {
            recorder.telemetry("tool.given_up", call.turn, Json.Obj.EMPTY.with("call_id", id));
            drive(new ToolEvent.CancelRequested(id, "ignored the cancel", clock.steadyMillis()));
        }));
        tools.cancel(id);
    }

    /** The turn is over: its calls are treated as at an interruption, its open approvals are cancelled. */
    public void turnEnded(long turn, String reason) {
        unasked.clear();
        interrupted(turn);
        for (Map.Entry<String, OpenCall> entry : of(turn)) {
            entry.getValue().settled = id -> {};
            ToolState state = ledger.state(entry.getKey());
            if (state instanceof ToolState.AwaitingApproval || state instanceof ToolState.Proposed) {
                drive(new ToolEvent.CancelRequested(entry.getKey(), reason, clock.steadyMillis()));
            }
        }
    }

    /** The conversation ends here: every call gets its one result now. One that runs may have run and is unknown (ruling E4). */
    public void giveUpAll(String reason) {
        for (String id : List.copyOf(calls.keySet())) {
            switch (ledger.state(id)) {
                case ToolState.Dispatched _ -> {
                    tools.cancel(id);
                    drive(new ToolEvent.ProcessLost(id, clock.nowMs()));
                }
                case ToolState.Settled _ -> {}
                case ToolState _ -> drive(new ToolEvent.CancelRequested(id, reason, clock.nowMs()));
            }
        }
    }

    public boolean isApprovalPending(long turn) {
        return of(turn).stream().anyMatch(entry -> ledger.state(entry.getKey()) instanceof ToolState.AwaitingApproval);
    }

    private List<Map.Entry<String, OpenCall>> of(long turn) {
        return calls.entrySet().stream()
                .filter(entry -> entry.getValue().turn == turn)
                .toList();
    }

    private boolean drive(ToolEvent event) {
        return drive(ToolRequests.SYSTEM, event);
    }

    /** Decides, records, applies, acts. */
    private boolean drive(String actor, ToolEvent event) {
        OpenCall call = calls.get(event.callId());
        long turn = call == null ? 0 : call.turn;
        ToolState before = ledger.state(event.callId());
        Verdict<ToolCase> verdict =
                ledger.decide(ToolRequests.of(actor, event), turn, call == null ? Json.Null.NULL : call.content);
        if (!verdict.isAllowed()) {
            refusal = verdict.violations().getFirst().reason();
            return false;
        }
        verdict.effects().forEach(effect -> act(effect, call));
        ToolState next = ledger.state(event.callId());
        if (before instanceof ToolState.AwaitingApproval || next instanceof ToolState.AwaitingApproval) {
            approvalsChanged.accept(turn);
        }
        if (next instanceof ToolState.Settled && before.open()) {
            settle(event.callId(), call, before);
        }
        return true;
    }

    private void refuse(String rule, String reason, long turn) {
        recorder.violation(rule, Level.REJECT, reason, turn);
    }

    private void act(Effect effect, @Nullable OpenCall call) {
        if (!(effect instanceof ToolEffect act) || call == null) {
            return;
        }
        switch (act) {
            case ToolEffect.AskApproval(ToolCall made, String _, long expiresAtMs) -> ask(made, expiresAtMs, call);
            case ToolEffect.CloseApproval(String id, ApprovalOutcome outcome) -> {
                call.disarm();
                boolean missed =
                        outcome == ApprovalOutcome.EXPIRED && settings.agency().asksAloud();
                lapsed = missed ? new Lapsed(call.tool, call.awaitsYes) : lapsed;
                questions.closed(id);
            }
            case ToolEffect.RunTool(ToolCall made, var _, long deadlineMs) -> start(made, deadlineMs, call);
            case ToolEffect.StopTool(String id) -> tools.cancel(id);
            case ToolEffect.DeliverResult _ -> call.disarm();
        }
    }

    private void ask(ToolCall made, long expiresAtMs, OpenCall call) {
        call.arm(clock.at(
                clock.sinceBeginMs(expiresAtMs),
                Rank.TIMER,
                () -> drive(new ToolEvent.ApprovalTimedOut(made.callId(), clock.steadyMillis()))));
        Listing listing = tools.listing(made.tool());
        if (settings.agency().asksAloud() && listing != null) {
            String words = Wording.question(listing.phrase(), made.tool(), made.arguments(), call.awaitsYes);
            questions.ask(call.turn, made.callId(), words);
        }
    }

    private void start(ToolCall made, long deadlineMs, OpenCall call) {
        if (deadlineMs < Tools.NO_TIMEOUT) {
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
            call.begun = true;
            call.cause = recorder.cause();
            tools.start(made, deadlineMs);
        }
    }

    private void settle(String id, @Nullable OpenCall call, ToolState before) {
        if (call == null) {
            return;
        }
        calls.remove(id);
        remember(id);
        if (ledger.state(id) instanceof ToolState.Settled(ToolCall _, ToolResult result)) {
            if (call.command) {
                conclude(call, before, result);
            }
            call.episode.settled(result);
        }
        call.settled.accept(id);
        considerNext();
    }

    /** What the newest calls ended with, to which a late answer of theirs goes back. */
    private void remember(String id) {
        settled.put(id, recorder.cause());
        if (settled.size() > SETTLED_KEPT) {
            settled.remove(settled.keySet().iterator().next());
        }
    }

    /** Tells the house what became of its command. */
    private void conclude(OpenCall call, ToolState before, ToolResult result) {
        CommandCall bound = call.bound;
        if (bound != null && before instanceof ToolState.Dispatched) {
            people.executed(call.by, bound, result.status() == ToolStatus.SUCCESS);
        } else if (bound != null) {
            people.dropped(call.by, bound, result.status() == ToolStatus.DENIED && call.awaitsYes);
        }
    }

    /** What the desk keeps about a call beside its state. */
    private static final class OpenCall {
        final long turn;
        final String by;
        final String tool;
        final Episode episode;
        Consumer<String> settled = id -> {};
        boolean stopping;
        /** Whether the tool itself was started. */
        boolean begun;
        /** What the result goes back to. */
        long cause;
        /** Whether the house follows this call as a command of the person. */
        boolean command;
        /** Whether the house waits for the person's own yes. */
        boolean awaitsYes;
        /** Whether a person was asked about it. */
        boolean asked;
        /** What a yes of the person is bound to. */
        @Nullable
        CommandCall bound;
        /** What the tool answered. */
        Json content = Json.Null.NULL;

        private @Nullable Timer deadline;

        OpenCall(long turn, String by, String tool, Episode episode) {
            this.episode = episode;
            this.turn = turn;
            this.by = by;
            this.tool = tool;
        }

        void arm(Timer timer) {
            disarm();
            deadline = timer;
        }

        void disarm() {
            if (deadline != null) {
                deadline.cancel();
                deadline = null;
            }
        }
    }
}
