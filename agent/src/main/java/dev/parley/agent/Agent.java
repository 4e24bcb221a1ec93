package dev.parley.agent;

import dev.parley.agent.budget.AgentBudget;
import dev.parley.agent.budget.WorkTime;
import dev.parley.agent.episode.EpisodeRecovery;
import dev.parley.agent.episode.EpisodeScribe;
import dev.parley.agent.record.ViolationRune;
import dev.parley.agent.tool.CallOrigin;
import dev.parley.agent.tool.CancelSource;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolRouter;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.agent.tool.ToolWiring;
import dev.parley.agent.turn.LentTurns;
import dev.parley.agent.turn.TurnEngine;
import dev.parley.agent.turn.TurnStart;
import dev.parley.agent.turn.Turns;
import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.episode.Outcome;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.BudgetHandle.Resource;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An agent of a conversation: a model, its tools, and the episodes around them.
 *
 * <p>The model is asked, and asked again with the results of the tools it wished for, until it has an answer. Each of its
 * wishes is a decision, a directive and a result in the record; reads of one reply run side by side, everything else one
 * after the other. One turn at a time; it runs on the caller's thread.
 */
public final class Agent implements AutoCloseable {
    private static final List<String> OPTIONS = List.of("try again", "leave it");

    private final AgentSettings settings;
    private final Model model;
    private final ToolWiring wiring;
    private final ToolRouter router;
    private final Turns turns;
    private final WorkTime work;
    private final EpisodeGate gate;
    private final List<Model.Message> history = Collections.synchronizedList(new ArrayList<>());
    private @Nullable EpisodeScribe waiting;
    private volatile CancelSource cancel = new CancelSource();

    public Agent(AgentSettings settings, Model model, ToolWiring wiring) {
        this(
                settings,
                model,
                wiring,
                new TurnEngine(settings.conversation(), wiring.recorder(), wiring.timeline(), settings.stuckMs()));
    }

    /** An agent within a session, which owns the turns. */
    public static Agent withinSession(AgentSettings settings, Model model, ToolWiring wiring) {
        return new Agent(settings, model, wiring, new LentTurns(settings.conversation(), wiring.recorder()));
    }

    /** An agent whose turns have this owner. */
    public Agent(AgentSettings settings, Model model, ToolWiring wiring, Turns turns) {
        this.turns = turns;
        this.settings = settings;
        this.model = model;
        this.work = new WorkTime(wiring.timeline());
        this.gate = new EpisodeGate(wiring.gate(), work);
        this.wiring = wiring.withGate(gate);
        this.router = new ToolRouter(settings.conversation(), this.wiring);
    }

    /** For approvals and cancels from outside. */
    public ToolRouter tools() {
        return router;
    }

    /** For whoever limits how long the agent may work. */
    public WorkTime work() {
        return work;
    }

    /**
     * Takes up an earlier process's record: its open turn is ended, its calls are taken up, and its episodes end with what
     * comes of them. One that waits for a person's answer gets the next words.
     */
    public void recover() {
        turns.recover();
        List<EpisodeScribe> open =
                EpisodeRecovery.open(settings.conversation(), settings.name(), wiring.recorder(), wiring.timeline());
        for (EpisodeScribe scribe : open) {
            gate.announceTurn(scribe.turn(), scribe, settings.budget().get());
        }
        router.recover();
        for (EpisodeScribe scribe : open) {
            if (scribe.state() == EpisodeState.S8_ESCALATED) {
                waiting = scribe;
            }
            finish(scribe);
        }
    }

    /** Ends an episode of an earlier process once all its calls have settled. */
    private void finish(EpisodeScribe scribe) {
        Set<String> ids = new LinkedHashSet<>(scribe.openCalls());
        ids.addAll(router.openCalls(EpisodeGate.turnPrefix(scribe.turn())));
        List<CompletableFuture<ToolResult>> results =
                ids.stream().map(router::settled).toList();
        var _ = CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .thenRunAsync(
                        () -> {
                            List<String> evidence = new ArrayList<>();
                            for (CompletableFuture<ToolResult> result : results) {
                                String packet = scribe.settle(result.join());
                                if (packet != null) {
                                    evidence.add(packet);
                                }
                            }
                            scribe.abandon(evidence, "the process was lost");
                            gate.forgetTurn(scribe.turn());
                        },
                        Thread::startVirtualThread);
    }

    /** What a person said, to what the agent answers. */
    public Answer turn(String by, String text) {
        return answer(turns.start(settings.name()), by, text, "");
    }

    /**
     * The same in a turn that somebody else counted.
     *
     * @param style what the model is told about how to speak to who listens
     */
    public Answer turn(long counted, String by, String text, String style) {
        return answer(turns.start(settings.name(), counted), by, text, style);
    }

    private Answer answer(TurnStart start, String by, String text, String style) {
        return switch (start) {
            case TurnStart.Refused(String rule, String reason) -> new Answer.Refused(rule, reason);
            case TurnStart.Started(long turn) -> {
                try {
                    yield new Turn(turn, style).run(by, text);
                } catch (RuntimeException fault) {
                    turns.fail(turn, "halted");
                    throw fault;
                }
            }
        };
    }

    /** Ends the open turn; calls whose terms say so end with it, the others run on (ruling D2). */
    public void interrupt(String reason) {
        cancel.cancel();
        router.interrupt(reason);
    }

    @Override
    public void close() {
        router.close();
    }

    /** One turn. */
    private final class Turn {
        private final long turn;
        private final String style;
        private final CancelSource token = new CancelSource();
        private final AgentBudget budget = settings.budget().get();
        private final CompletableFuture<Void> unwanted = new CompletableFuture<>();
        private final EpisodeScribe scribe;
        private long measuredMs = work.elapsedMs();

        Turn(long turn, String style) {
            this.turn = turn;
            this.style = style;
            cancel = token;
            token.onCancel(() -> unwanted.complete(null));
            EpisodeScribe escalated = waiting;
            waiting = null;
            scribe = escalated != null
                    ? escalated
                    : new EpisodeScribe(
                            settings.conversation(), settings.name(), turn, wiring.recorder(), wiring.timeline());
        }

        Answer run(String by, String text) {
            turns.userSaid(turn, settings.name(), by, text);
            history.add(new Model.Message.UserSaid(by, text));
            if (scribe.state() == EpisodeState.S8_ESCALATED) {
                scribe.answered(turn);
            } else {
                scribe.begin(by, text);
            }
            while (true) {
                Answer answer = step();
                if (answer != null) {
                    return answer;
                }
                turns.alive(turn);
            }
        }

        /** Asks the model once and does what it wishes; null when it has to be asked again. */
        private @Nullable Answer step() {
            if (!budget.reserve(Resource.TOKENS, settings.tokensPerReply())) {
                return exhausted("TOKENS cannot be reserved");
            }
            Model.Reply reply;
            try {
                reply = model.reply(
                        new Model.Prompt(List.copyOf(history), offers(), settings.tokensPerReply(), style), token);
            } catch (Model.ModelFailure failure) {
                budget.settle(Resource.TOKENS, settings.tokensPerReply(), 0);
                return token.isCancelled() ? interrupted() : failed();
            }
            budget.settle(Resource.TOKENS, settings.tokensPerReply(), reply.tokensUsed());
            long workedMs = work.elapsedMs();
            budget.settle(Resource.WALL_MS, 0, workedMs - measuredMs);
            measuredMs = workedMs;
            AgentBudget.Exhausted overspent = budget.check();
            if (overspent != null) {
                return exhausted(overspent.reason());
            }
            if (token.isCancelled()) {
                return interrupted();
            }
            return reply.calls().isEmpty() ? said(reply.text()) : act(reply);
        }

        private Answer said(String text) {
            scribe.close(Outcome.DEFER, "answer without an act");
            history.add(new Model.Message.AssistantSaid(text));
            turns.assistantSaid(turn, settings.name(), text);
            turns.complete(turn, text.isEmpty() ? "empty" : "completed");
            return new Answer.Said(turn, text);
        }

        private @Nullable Answer act(Model.Reply reply) {
            List<Model.WantedCall> reads = new ArrayList<>();
            List<Model.WantedCall> others = new ArrayList<>();
            for (Model.WantedCall call : reply.calls()) {
                history.add(new Model.Message.AssistantCalled(call));
                (isRead(call.tool()) ? reads : others).add(call);
            }
            boolean late = !reads.isEmpty() && together(reads);
            for (Model.WantedCall call : others) {
                late = late || together(List.of(call));
            }
            if (late) {
                String gap = "a tool did not answer in time";
                scribe.escalate(OPTIONS, gap, "ask the person");
                waiting = scribe;
                turns.complete(turn, "completed");
                return new Answer.Escalated(turn, gap, OPTIONS);
            }
            return token.isCancelled() ? interrupted() : null;
        }

        /** One decision to act and its calls side by side; whether one of them ran out of time. */
        private boolean together(List<Model.WantedCall> calls) {
            scribe.decide(Outcome.ACT, "do what the model wished for", calls.size());
            List<CompletableFuture<ToolResult>> running = new ArrayList<>();
            for (Model.WantedCall call : calls) {
                gate.announce(id(call), scribe, budget);
                running.add(
                        router.call(new CallOrigin(settings.name(), turn), id(call), call.tool(), call.arguments()));
            }
            CompletableFuture<Void> all = CompletableFuture.allOf(running.toArray(CompletableFuture[]::new));
            CompletableFuture.anyOf(all, unwanted).join();
            if (!all.isDone()) {
                var _ = all.thenRunAsync(
                        () -> scribe.abandon(settle(calls, running), "interrupted"), Thread::startVirtualThread);
                return false;
            }
            List<String> evidence = settle(calls, running);
            if (!evidence.isEmpty()) {
                scribe.believe(evidence, false);
            }
            return running.stream().anyMatch(result -> result.join().status() == ToolStatus.TIMEOUT);
        }

        /** Writes down what came of the calls; the model sees it when it is next asked. */
        private List<String> settle(List<Model.WantedCall> calls, List<CompletableFuture<ToolResult>> results) {
            List<String> evidence = new ArrayList<>();
            for (int i = 0; i < calls.size(); i++) {
                ToolResult result = results.get(i).join();
                gate.forget(result.callId());
                String packet = scribe.settle(result);
                if (packet != null) {
                    evidence.add(packet);
                }
                history.add(new Model.Message.ToolAnswered(
                        calls.get(i).callId(), result.tool(), result.status().printed(), content(result)));
            }
            return evidence;
        }

        private String id(Model.WantedCall call) {
            return EpisodeGate.turnPrefix(turn) + call.callId();
        }

        private Answer exhausted(String reason) {
            Json.Obj violation = ViolationRune.payload(new Violation(AgentBudget.INVARIANT_ID, Level.WARN, reason));
            append(ViolationRune.KIND, violation, Visibility.INTERNAL);
            append("agent.budget_exhausted", violation, Visibility.PUBLIC);
            scribe.close(Outcome.CANCEL, "the budget is spent");
            turns.fail(turn, "budget");
            return new Answer.Ended(turn, "budget");
        }

        /** Calls that run on keep their episode open until they settle. */
        private Answer interrupted() {
            if (scribe.state() != EpisodeState.S6_EXECUTE) {
                scribe.close(Outcome.CANCEL, "interrupted");
            }
            turns.interrupt(turn, "interrupted");
            return new Answer.Ended(turn, "interrupted");
        }

        private Answer failed() {
            scribe.close(Outcome.CANCEL, "the model failed");
            turns.fail(turn, "provider_error");
            return new Answer.Ended(turn, "provider_error");
        }

        private void append(String kind, Json.Obj payload, Visibility visibility) {
            wiring.recorder()
                    .append(List.of(RuneDraft.of(settings.conversation(), kind, payload)
                            .withVisibility(visibility)
                            .withAgent(settings.name())
                            .withTurn(turn)
                            .withTimes(
                                    wiring.timeline().source().monotonicNanos(),
                                    wiring.timeline().source().wallMillis())));
        }
    }

    private static Json content(ToolResult result) {
        return result.status() == ToolStatus.SUCCESS
                ? result.content()
                : Json.Obj.EMPTY.with("reason", result.reason()).with("content", result.content());
    }

    private boolean isRead(String tool) {
        ToolCatalogue tools = wiring.tools();
        return tools.specs().stream()
                .filter(spec -> spec.name().equals(tool))
                .map(ToolSpec::safety)
                .anyMatch(safety -> !safety.changesTheWorld());
    }

    private List<Model.ToolOffer> offers() {
        return wiring.tools().specs().stream()
                .map(spec -> new Model.ToolOffer(spec.name(), spec.description(), spec.inputSchema()))
                .toList();
    }
}
