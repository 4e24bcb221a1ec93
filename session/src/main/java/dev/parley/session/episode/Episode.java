package dev.parley.session.episode;

import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.episode.Outcome;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.Permit;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.state.CountedWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The episode behind one answer: what was said is observed and believed, acts are decided, authorised and settled, and
 * the episode is closed with the answer. A call that is dispatched while another act of the answer still runs has an
 * episode of its own beside it, because authority is given only before an act. What outlives its turn is closed when it
 * settles (ruling D2).
 */
public final class Episode {
    /** From this many failures of one tool on, a person has to say how to go on. */
    private static final int FAILURES_MAX = 2;

    private static final int TOOLS_DOWN = 3;

    private final long turn;
    private final String by;
    private final Episodes episodes;
    private final EpisodeScribe main;
    private final Map<String, EpisodeScribe> acts = new HashMap<>();
    private final List<String> evidence = new ArrayList<>();
    private final Map<String, Integer> failures = new HashMap<>();
    private final Set<String> reported = new HashSet<>();
    private int failed;
    private int calls;
    private int besides;
    private long tokens;
    private boolean tainted;
    private boolean degraded;
    private boolean timedOut;
    private final Look first;
    private String alarm = "";
    private @Nullable String over;

    /** Who asks and before whom, as the house knows it at one moment. */
    private record Look(String standing, String company) {}

    Episode(long turn, String by, @Nullable EpisodeScribe escalated, Episodes episodes) {
        this.turn = turn;
        this.by = by;
        this.episodes = episodes;
        this.main = escalated == null ? new EpisodeScribe("agent_" + turn, turn, episodes.ledger()) : escalated;
        this.first = look();
    }

    private Look look() {
        return new Look(
                episodes.people().approver(by).standing().name(),
                episodes.people().company());
    }

    /** What the answer is to; the words themselves are recorded elsewhere. Words that answer an escalation are taken as that. */
    public void observe(String text) {
        if (main.state() == EpisodeState.S0_IDLE) {
            Json.Obj data = Json.Obj.EMPTY.with("by", by).with("words", CountedWords.count(text));
            main.begin(
                    by.isEmpty() && text.isEmpty() ? "initiative" : "user_input",
                    data,
                    episodes.takeNoticed(),
                    situation("LOW"));
        }
        String damage = episodes.takeDamage();
        if (damage != null) {
            damaged(damage);
        }
    }

    /** A provider had to be replaced in this turn. */
    void degraded() {
        degraded = true;
    }

    public void spent(long moreTokens) {
        tokens += moreTokens;
    }

    private Situation situation(String stakes) {
        boolean known = by.isEmpty() || episodes.people().approver(by).standing() != Approver.Standing.UNCONFIRMED;
        String uncertainty = known ? "LOW" : tainted ? "HIGH" : "MEDIUM";
        String tools = failed == 0 ? "tools_ok" : failed < TOOLS_DOWN ? "tools_partial" : "tools_down";
        return new Situation(stakes, uncertainty, degraded ? "SUBPAR" : "PAR", tools, budgets());
    }

    private Json.Obj budgets() {
        BudgetSpec budget = episodes.settings().budget();
        Json.Obj left = Json.Obj.EMPTY;
        if (budget.tokens() != BudgetSpec.UNLIMITED) {
            left = left.with("token_budget", Math.max(0, budget.tokens() - tokens));
        }
        if (budget.toolCalls() != BudgetSpec.UNLIMITED) {
            left = left.with("tool_call_budget", Math.max(0, budget.toolCalls() - calls));
        }
        return left;
    }

    /** Why no call may be thought of now, or null. */
    public @Nullable String refusal() {
        return switch (main.state()) {
            case S8_ESCALATED -> "a person has to say first how to go on";
            case S9_SAFEMODE -> alarm + ", so nothing is done in this answer";
            case S0_IDLE, S1_SENSE, S2_MODEL, S3_DECIDE, S4_VERIFY, S5_AUTHORIZE, S6_EXECUTE, S7_REVIEW -> null;
        };
    }

    /** Writes the decision to act, the token and the directive of a call that is about to run; or why it may not. */
    public @Nullable String act(ToolCall call, ToolTerms terms, Permit permit, boolean confirmed) {
        if (over != null) {
            return "the turn is over";
        }
        String refusal = refusal();
        if (refusal != null) {
            return refusal;
        }
        boolean writes = terms.safety().changesTheWorld();
        Situation situation = situation(writes ? (confirmed ? "HIGH" : "MEDIUM") : "LOW");
        EpisodeScribe scribe = scribeFor(call, writes, situation);
        if (writes && episodes.settings().agency().verifiesFirst() && !verified(scribe, call, situation)) {
            return "the check before " + call.tool() + " failed: " + first + " when it was asked for, " + look()
                    + " now";
        }
        if (scribe.state() != EpisodeState.S6_EXECUTE) {
            scribe.decide(Outcome.ACT, "run " + call.tool(), situation);
        }
        String refused = scribe.direct(call, terms, permit, episodes.expiry(permit), situation);
        if (refused == null) {
            calls++;
            acts.put(call.callId(), scribe);
        }
        return refused;
    }

    /** Authority is given only before an act: what writes while another act runs gets an episode beside this one. */
    private EpisodeScribe scribeFor(ToolCall call, boolean writes, Situation situation) {
        if (main.state() != EpisodeState.S6_EXECUTE || !writes) {
            return main;
        }
        EpisodeScribe beside = new EpisodeScribe("agent_" + turn + "_" + ++besides, turn, episodes.ledger());
        Json.Obj data = Json.Obj.EMPTY.with("by", by).with("call_id", call.callId());
        beside.begin("call_permitted", data, situation);
        return beside;
    }

    /** Looks a second time, at the moment of the act: whoever asked must be who they were, in the company they were in. */
    private boolean verified(EpisodeScribe scribe, ToolCall call, Situation situation) {
        Look now = look();
        Json.Obj seen = Json.Obj.EMPTY
                .with("by", by)
                .with("standing", now.standing())
                .with("mode", now.company())
                .with("standing_before", first.standing())
                .with("mode_before", first.company());
        boolean holds = now.equals(first);
        scribe.verify("who is present when " + call.tool() + " runs", seen, holds, situation);
        return holds;
    }

    /** A call that runs has reported for the first time how far it has come. */
    public void progressed(String callId, Json progress) {
        EpisodeScribe scribe = acts.get(callId);
        if (scribe != null && reported.add(callId)) {
            Json.Obj data = Json.Obj.EMPTY.with("call_id", callId).with("progress", progress);
            scribe.observe("tool_progress", data, situation("LOW"));
        }
    }

    /** What came of a call. */
    public void settled(ToolResult result) {
        EpisodeScribe scribe = acts.remove(result.callId());
        count(result);
        if (scribe == null) {
            return;
        }
        String packet = scribe.settle(result, situation("LOW"));
        if (packet == null) {
            return;
        }
        if (over != null) {
            Json.Obj data = Json.Obj.EMPTY
                    .with("call_id", result.callId())
                    .with("status", result.status().printed());
            episodes.notice(data);
        }
        if (scribe != main) {
            scribe.close(Outcome.DEFER, "settled", List.of(packet), situation("LOW"));
        } else {
            evidence.add(packet);
            if (over != null && !main.isExecuting()) {
                finish(Outcome.CANCEL, over);
            }
        }
    }

    private void count(ToolResult result) {
        boolean failure = result.status() == ToolStatus.ERROR || result.status() == ToolStatus.TIMEOUT;
        tainted = tainted || result.status() == ToolStatus.SUCCESS;
        timedOut |= result.status() == ToolStatus.TIMEOUT;
        if (failure) {
            failed++;
            failures.merge(result.tool(), 1, Integer::sum);
        } else if (result.status() == ToolStatus.SUCCESS) {
            failed = 0;
            failures.remove(result.tool());
        }
    }

    /**
     * All calls of a reply have settled. A tool that has failed again and again is put to a person; so is one that did not
     * answer in its time, where people are asked aloud.
     *
     * @return the question to them, or null if the model may go on
     */
    public @Nullable Escalated roundOver() {
        if (main.state() == EpisodeState.S6_EXECUTE && !main.isExecuting()) {
            main.believe(List.copyOf(evidence), false, situation("LOW"));
            if (failed > 0) {
                main.believe(List.copyOf(evidence), true, situation("LOW"));
            }
            evidence.clear();
        }
        boolean late = timedOut && episodes.settings().agency().asksAloud();
        int most = late ? 1 : FAILURES_MAX;
        String broken = failures.entrySet().stream()
                .filter(entry -> entry.getValue() >= most)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
        timedOut = false;
        boolean decides = main.state() == EpisodeState.S2_MODEL || main.state() == EpisodeState.S3_DECIDE;
        if (broken == null || !decides) {
            return null;
        }
        int times = Objects.requireNonNullElse(failures.remove(broken), 0);
        List<String> options = List.of("try " + broken + " again", "go on without it", "leave it");
        String gap = broken + (late ? " did not answer in time" : " has failed " + times + " times");
        main.escalate(options, gap, "ask the person", situation("MEDIUM"));
        episodes.ledger().await(main);
        return new Escalated(gap, options);
    }

    /** A choice that was put to a person. */
    public record Escalated(String gap, List<String> options) {
        /** The choice in words. */
        public String question() {
            String first = String.join(", ", options.subList(0, options.size() - 1));
            return "I am stuck: " + gap + ". Shall I " + first + " or " + options.getLast() + "?";
        }
    }

    /** The budget of the turn is spent: nothing is done any more (ruling X5). */
    public void exhausted(String what) {
        if (main.state() != EpisodeState.S0_IDLE) {
            alarm = what + " is spent";
            main.alert("budget_overrun", "CRITICAL", alarm, false, situation("LOW"));
        }
    }

    /** The record of this conversation is not whole: who acts on it might act on half of what was said. */
    private void damaged(String what) {
        alarm = "the record of this conversation is not whole (" + what + ")";
        main.alert("record_integrity", "CRITICAL", alarm, false, situation("LOW"));
    }

    /** The model has answered and calls nothing more. */
    public void answered() {
        finish(Outcome.DEFER, "answered");
    }

    /**
     * The turn has ended before its answer did. Calls that run on keep the episode open until they settle. One that waited for
     * a person and went into safe mode meanwhile waits no more.
     */
    public void ended(String reason) {
        if (over == null || main.state() == EpisodeState.S9_SAFEMODE) {
            finish(Outcome.CANCEL, reason);
        }
    }

    private void finish(Outcome outcome, String reason) {
        over = reason;
        if (!main.isExecuting()) {
            main.close(outcome, reason, List.copyOf(evidence), situation("LOW"));
        }
    }
}
