package dev.parley.session.turn;

import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.session.listen.Ear;
import dev.parley.session.speak.Progress;
import dev.parley.session.speak.Recital;
import dev.parley.session.speak.Speech;
import dev.parley.session.think.Outcome;
import dev.parley.session.think.ReplyLoop;
import dev.parley.session.time.BudgetWatch;
import dev.parley.session.time.Rank;
import dev.parley.session.tool.ToolDriver;
import java.util.function.Consumer;

/** Builds the parts that live as long as one turn. */
final class TurnFactory {
    private final FloorParts parts;
    private final Ear ear;
    private final ReplyLoop.Parts shared;
    private final Recital.Parts recitals;
    private final ToolDriver tools;
    private final TurnAdmission admission;
    private long lastReply;

    TurnFactory(FloorParts parts, ToolDriver tools, Ear ear, TurnAdmission admission) {
        this.admission = admission;
        this.tools = tools;
        this.parts = parts;
        this.ear = ear;
        this.shared = new ReplyLoop.Parts(
                parts.desk(),
                parts.recorder(),
                tools,
                () -> ++lastReply,
                parts.phrasing(),
                parts.prompts(),
                parts.episodes(),
                parts.streams()::hasSpeaker,
                parts.supervisor(),
                admission.degradation()::isBrief,
                parts.plans().filter());
        this.recitals = new Recital.Parts(
                parts.people(),
                parts.recorder(),
                () -> ++lastReply,
                parts.phrasing(),
                parts.settings().agency().asksAloud());
    }

    /** Replies and their sentences, which share their numbers, are counted on from those that are recorded. */
    void countOn() {
        lastReply = parts.recorder().state().replies().last();
    }

    /**
     * @param moved tells the floor that the turn may be over
     * @param failed tells it that the turn cannot go on, and why
     */
    OpenTurn build(long id, String text, String by, boolean suspended, Runnable moved, Consumer<String> failed) {
        Speech speech = new Speech(
                id,
                parts.settings(),
                parts.clock(),
                parts.recorder(),
                parts.output(),
                parts.streams(),
                ear,
                suspended,
                new Recital(id, by, recitals),
                new Progress() {
                    @Override
                    public void moved() {
                        moved.run();
                    }

                    @Override
                    public void failed(String reason) {
                        failed.accept(reason);
                    }

                    @Override
                    public void heard(long reply, String words) {
                        tools.questions().said(words);
                        tools.heard(reply);
                        parts.people().asks().heard(reply, parts.clock().nowMs());
                    }

                    @Override
                    public void withheld(long reply) {
                        parts.clock().after(0, Rank.TIMER, () -> {
                            tools.withheld(reply);
                            parts.people().asks().withheld(reply);
                        });
                    }
                });
        BudgetWatch budget = new BudgetWatch(
                BudgetScope.TURN, "turn", parts.settings().budget(), parts.clock(), admission.degradation()::heard);
        ReplyLoop loop = new ReplyLoop(id, text, by, shared, budget, speech, new Outcome() {
            @Override
            public void finished() {
                moved.run();
            }

            @Override
            public void failed(String reason) {
                failed.accept(reason);
            }
        });
        tools.questions().spokenBy(id, loop::tell);
        return new OpenTurn(id, text, by, parts.streams().speaker(), budget, admission.path(), speech, loop);
    }
}
