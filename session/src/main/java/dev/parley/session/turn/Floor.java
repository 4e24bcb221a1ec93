package dev.parley.session.turn;

import dev.parley.kernel.event.ControlEvents.BargedIn;
import dev.parley.kernel.event.ControlEvents.TurnCancelled;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.connect.Connection;
import dev.parley.session.event.Masked;
import dev.parley.session.event.Reply;
import dev.parley.session.listen.Ear;
import dev.parley.session.listen.Said;
import dev.parley.session.place.Standing;
import dev.parley.session.port.People;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings;
import dev.parley.session.speak.Cut;
import dev.parley.session.supervise.Supervisor;
import dev.parley.session.think.Preemption;
import dev.parley.session.tool.LeftQuestion;
import dev.parley.session.tool.ToolDriver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turn arbitration: who has the floor. One turn is open at a time. Words that end no turn wait for the turn's end and
 * open the next one; what is heard, typed, stopped or lost comes here and nowhere else.
 */
public final class Floor {
    /** What is cancelled when the agent is stopped. */
    static final String TURN = "turn";

    private InterruptPolicy policy;
    private final Recorder recorder;
    private final TurnLedger ledger;
    private final Ear ear;
    private final Connection connection;
    private final ToolDriver tools;
    private final Preemption preemption;
    private final StuckWatch stuck;
    private final TurnOpening opening;
    private final Standing standing;
    private final TurnAdmission admission;
    private final Handovers handovers;
    private final Supervisor supervisor;
    private final People people;
    private final NextTurn next;
    private final WrittenWords written;
    private boolean shut;
    private boolean halted;
    private @Nullable OpenTurn open;

    public Floor(FloorParts parts) {
        this.policy = new InterruptPolicy(parts.settings());
        this.recorder = parts.recorder();
        this.ledger = new TurnLedger(parts.recorder(), parts.clock());
        this.supervisor = parts.supervisor();
        this.people = parts.people();
        supervisor.whenOutOfTime(() -> failed(Supervisor.AGENT_BUDGET));
        this.stuck =
                new StuckWatch(parts.settings().bounds().stuckTurnMs(), parts.clock(), () -> failed(Supervisor.STUCK));
        recorder.watch(stuck::saw);
        this.standing = parts.standing();
        recorder.gate().watch(new EvidenceWatch(this, standing));
        this.connection = new Connection(
                parts.settings().bounds().reconnectGraceMs(), parts.clock(), recorder, new FloorLine(this));
        this.preemption = new Preemption(
                parts.settings().preemptive(),
                parts.desk(),
                recorder,
                parts.streams()::manner,
                parts.phrasing(),
                parts.prompts(),
                supervisor::charge);
        this.ear = new Ear(
                parts.settings(),
                parts.clock(),
                recorder,
                parts.desk(),
                parts.plans().buffer("llm_in"),
                connection::isAudible,
                parts.people(),
                new BargeIn(this, recorder, preemption, people));
        boolean tellsFailure = parts.settings().agency().asksAloud()
                && parts.settings().roster().isAlone();
        this.next = new NextTurn(recorder, ear, connection, preemption, tellsFailure);
        this.written = new WrittenWords(this, next, connection, recorder);
        this.tools = new ToolDriver(
                parts.settings(), parts.clock(), recorder, parts.tools(), parts.people(), this::approvalsChanged);
        this.admission = new TurnAdmission(parts, ledger, () -> abort("budget", ""));
        supervisor.whenShort(admission.degradation()::heard);
        TurnFactory factory = new TurnFactory(parts, tools, ear, admission);
        this.opening = new TurnOpening(this, parts, admission, factory, next, preemption);
        this.tools.told(() -> open == null ? opening.lastTurn() + 1 : opening.lastTurn());
        this.handovers = new Handovers(this, parts, next);
        standing.watch(this::leaseLost);
        recorder.rooms().silenceBy(this::hush);
    }

    public Ear ear() {
        return ear;
    }

    public Connection connection() {
        return connection;
    }

    public ToolDriver tools() {
        return tools;
    }

    public TurnLedger ledger() {
        return ledger;
    }

    /** Counts on from what another runtime recorded of this conversation. */
    public void countOnFrom(List<Rune> recorded) {
        opening.countOn();
        supervisor.takeUp(recorded);
        handovers.takeUp();
    }

    /** Goes on with what an earlier host left: questions are asked again (ruling E8), words answered, replies said. */
    public void goOnWith(List<LeftQuestion> questions, LeftWords words, List<String> houseAsks) {
        next.takeUp(questions, words, houseAsks);
        openNext();
    }

    /** What waits for a turn. */
    public NextTurn waiting() {
        return next;
    }

    /** Whether somebody is asked about a call and has not answered. */
    public boolean isAsking() {
        return open != null && tools.isApprovalPending(open.id);
    }

    /** The state of the agent as people see it. */
    public String agentState() {
        return open == null ? "listening" : open.state();
    }

    /** Falls silent before anything is recorded; whoever asks for it goes on to end or to pause what was said. */
    public void hush() {
        if (open != null) {
            open.speech.hush();
        }
    }

    /** Somebody came or went: what is being said may not be for them. */
    public void reconsider() {
        if (open != null) {
            open.speech.reconsider();
        }
    }

    /** Ends the turn because a person took the floor; a turn that yielded has its barge-in recorded already. */
    void interrupt(OpenTurn turn, String by) {
        turn.speech.hush();
        if (!turn.isYielded()) {
            recorder.write(new BargedIn(null), turn.id);
        }
        tools.questions().leave(turn.id);
        abort("interrupted", by);
    }

    /** Words that answer the open question belong to its turn; too early they are kept and do not count, others drop it. */
    boolean isAnswer(List<Said> said, long fromMs) {
        OpenTurn turn = open;
        String text = Said.joined(said);
        if (turn == null || turn.isGivenUp() || !tools.questions().isAnswer(turn.id, text)) {
            return false;
        }
        people.takesTurn(Said.speaker(said));
        Rune words = next.recordWords(turn.id, said);
        tools.answers().heard(text, Said.speaker(said), fromMs, words.eventId());
        return true;
    }

    /** Whether nothing happens before a person says or does something. */
    public boolean isWaitingForPerson() {
        OpenTurn turn = open;
        return turn == null
                || (tools.questions().isAwaited(turn.id) && turn.speech.lines().isIdle());
    }

    /** The person's explicit stop: it works in every state. */
    public void stop(String by) {
        hush();
        long turn = open == null ? 0 : open.id;
        recorder.write(new TurnCancelled(by, TURN), turn);
        tools.questions().takeLeft();
        abort("cancelled", by);
    }

    /** A stop word was recognised: it stops everything, and what waited for a turn is not answered. */
    void stopHeard(String by) {
        hush();
        next.leaveUnanswered(() -> stop(by));
    }

    /** What agents, plugins and humans who take over want of the floor. */
    public Handovers handovers() {
        return handovers;
    }

    /** What somebody writes. */
    public WrittenWords written() {
        return written;
    }

    /** What somebody says is answered, and interrupts, as their end wants it from now on. */
    void listen(long silenceMs, boolean interrupts) {
        Settings changed = policy.settings().listening(silenceMs, interrupts);
        policy = new InterruptPolicy(changed);
        ear.listen(changed);
    }

    InterruptPolicy policy() {
        return policy;
    }

    /** The agent wants to speak unasked; while another turn is open it waits. */
    public void speakUnasked(Reply reply) {
        if (next.addUnasked(reply)) {
            openNext();
        }
    }

    void resume(OpenTurn turn) {
        if (connection.isConnected() && !turn.isYielded()) {
            turn.speech.resume();
        }
    }

    /** This runtime has lost the conversation, and everything stops before any cancel or commit (ruling D2). */
    private void leaseLost() {
        hush();
        standing.tellLoss();
        abort("authority_loss", "");
    }

    void approvalsChanged(long turnId) {
        OpenTurn turn = open;
        if (turn == null || turn.id != turnId) {
            return;
        }
        if (turn.isYielded() || tools.isApprovalPending(turnId)) {
            turn.hold();
            supervisor.pause();
        } else {
            turn.run();
            supervisor.goOn();
        }
    }

    /** No turn opens any more. */
    public void shut() {
        shut = true;
    }

    @Nullable
    OpenTurn open() {
        return open;
    }

    /** The turn in which the person waits for us and hears nothing, 0 for none; a question that they are to answer is not our silence. */
    long silentIn() {
        OpenTurn turn = open;
        boolean theirs = turn != null && isAsking() && turn.speech.lines().isIdle();
        return turn != null && !theirs && connection.isConnected() && turn.isSilent() ? turn.id : 0;
    }

    /** Everything stops: speech at once, tools as their terms say, and no turn opens until {@link #goOn}. */
    public void halt() {
        halted = true;
        abort("halted", "");
        next.keepFinished();
    }

    /** Turns open again. */
    public void goOn() {
        halted = false;
        openNext();
    }

    /** Turns may be held here again: what no turn was allowed for is tried once more. */
    public void allowed() {
        opening.openRefused();
    }

    /** Whether something goes on that ends without a person's help. */
    public boolean isBusy() {
        return open != null && !tools.isApprovalPending(open.id);
    }

    /** Words that are remembered and open no turn. */
    public void keepUnanswered(Masked text, String by) {
        next.recordWords(0, List.of(next.saidNow(text, by)));
    }

    void openNext() {
        if (open != null || shut || halted || !recorder.gate().isOpen()) {
            return;
        }
        handovers.restore();
        opening.openNext();
        if (open == null && !opening.isReading()) {
            handovers.nothingWaits();
        }
    }

    /** Words that wait for their turn were read. */
    public void wordsRead(String text) {
        opening.wordsRead(text);
    }

    /** A turn is open. */
    void opened(OpenTurn turn) {
        open = turn;
        stuck.watch(turn.id);
        turn.run();
        supervisor.begin(turn.id, turn.agent);
    }

    /** The turn cannot go on. */
    void failed(long id, String reason) {
        if (open != null && open.id == id) {
            failed(reason);
        }
    }

    private void failed(String reason) {
        if (open != null && Supervisor.isFailure(reason)) {
            agentFailed(open.agent, reason);
        } else {
            next.leftBecause(open, reason);
            abort(reason, "");
        }
    }

    /** An agent has failed and ends alone: its turn is over, and whoever is left answers the person (ruling E5). */
    public void agentFailed(String agent, String failure) {
        OpenTurn turn = open;
        boolean answering = turn != null && turn.agent.equals(agent);
        if (turn != null && answering) {
            String reason = Supervisor.reasonOfTurn(failure);
            end(turn, reason, Cut.of(reason, ""));
        }
        boolean replaced = supervisor.failed(agent, failure, answering ? opening.lastTurn() : 0);
        if (turn != null && answering && replaced) {
            next.leftBy(turn);
        } else if (turn != null && answering && failure.equals(ProviderDesk.FAULT)) {
            next.leftUnanswered(turn);
        }
        openNext();
    }

    /** Commits the turn once everything in it has been said and done. */
    void settle(long id) {
        OpenTurn turn = open;
        if (turn == null || turn.id != id || !turn.loop.isFinished()) {
            return;
        }
        if (turn.speech.lines().isGenerated()) {
            turn.isMade();
            supervisor.pause();
        }
        if (turn.speech.lines().isIdle()) {
            close(turn);
            admission.cancel("over");
            ledger.committed(id, turn.loop.hasSpoken() ? "completed" : "empty");
            openNext();
        }
    }

    /** Ends the open turn, if there is one: silence first, then the record (ruling X9). */
    public void abort(String reason, String by) {
        OpenTurn turn = open;
        if (turn != null) {
            end(turn, reason, Cut.of(reason, by));
            if (!recorder.rooms().isHalted() && standing.mayAct()) {
                supervisor.endIfSpent(turn.agent, turn.id);
            }
            openNext();
        }
    }

    void end(OpenTurn turn, String reason, Cut cut) {
        turn.speech.hush();
        close(turn);
        turn.loop.cancel();
        turn.speech.cut(cut);
        admission.cancel(reason);
        tools.turnEnded(turn.id, reason);
        turn.loop.ended(reason);
        ledger.aborted(turn.id, reason);
    }

    /** Stops everything at once, and leaves word of it only where that can still be written (rulings D3, X9). */
    public void fallSilent() {
        OpenTurn turn = open;
        if (turn == null) {
            return;
        }
        turn.speech.fallSilent();
        close(turn);
        turn.loop.cancel();
        try {
            ledger.aborted(turn.id, Journal.EvidenceUnavailable.REASON);
        } catch (Journal.EvidenceUnavailable e) {
            // Nothing is written any more; whoever opens the record next closes the turn.
        }
    }

    private void close(OpenTurn turn) {
        open = null;
        stuck.stop();
        turn.stop();
        supervisor.end(turn.loop.unsettledTokens());
        tools.questions().over(turn.id);
        admission.over();
    }
}
