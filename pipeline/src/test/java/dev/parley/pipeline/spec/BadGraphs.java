package dev.parley.pipeline.spec;

import static dev.parley.pipeline.spec.BadSpec.GOOD;
import static dev.parley.pipeline.spec.BadSpec.SEAM;
import static dev.parley.pipeline.spec.BadSpec.bad;
import static dev.parley.pipeline.spec.BadSpec.more;
import static dev.parley.pipeline.spec.BadSpec.sinkless;

import dev.parley.pipeline.spec.BadSpec.Case;
import java.util.stream.Stream;

/** Mistakes that show only in the whole. */
final class BadGraphs {
    private BadGraphs() {}

    static Stream<Case> cases() {
        return Stream.of(
                bad("no source", "type: microphone", "type: gain", 1, "$", "needs a source"),
                bad("no sink", GOOD, sinkless(), 1, "$", "needs a sink"),
                bad(
                        "a circle",
                        SEAM,
                        more(
                                "{id: g1, type: gain, fan_in: {merge: sequence}}",
                                "{id: g2, type: gain, fan_out: copy}",
                                "{id: c0, from: mic, to: g1}",
                                "{id: c1, from: g1, to: g2}",
                                "{id: c2, from: g2, to: g1}",
                                "{id: c3, from: g2, to: stt}"),
                        15,
                        "nodes[7]",
                        "in a circle: g2 -> g1 -> g2"),
                bad(
                        "a node that nothing reaches",
                        "type: playback}",
                        "type: playback}\n  - {id: far, type: screen}",
                        13,
                        "nodes[5]",
                        "nothing leads from a source to 'far'"),
                bad(
                        "a node that leads nowhere",
                        "type: playback}",
                        "type: playback}\n  - {id: kb, type: keyboard}",
                        13,
                        "nodes[5]",
                        "nothing takes what 'kb' emits"),
                bad(
                        "streams that meet without a rule",
                        SEAM,
                        more("{id: kb, type: keyboard}", "{id: k1, from: kb, to: llm}"),
                        10,
                        "nodes[2]",
                        "2 edges meet at 'llm'"),
                bad(
                        "a priority of other edges",
                        GOOD,
                        GOOD.replace(SEAM, more("{id: kb, type: keyboard}", "{id: k1, from: kb, to: llm}"))
                                .replace(
                                        "fallback: spare",
                                        "fan_in: {merge: priority, priority: [e2, e9]}, fallback: spare"),
                        10,
                        "nodes[2]",
                        "exactly the edges k1, e2"),
                bad(
                        "streams that part without a rule",
                        SEAM,
                        more("{id: sc, type: screen}", "{id: s1, from: stt, to: sc, carries: text.final}"),
                        9,
                        "nodes[1]",
                        "say with 'fan_out'"),
                bad(
                        "two ends and no word which commits",
                        GOOD,
                        GOOD.replace(
                                        SEAM,
                                        more(
                                                "{id: sc, type: screen}",
                                                "{id: s1, from: stt, to: sc, carries: text.partial}"))
                                .replace("commit_on: out\n", ""),
                        1,
                        "$",
                        "which of out, sc commits"),
                bad(
                        "a merge rule where nothing meets",
                        "type: tts}",
                        "type: tts, fan_in: {merge: sequence}}",
                        11,
                        "nodes[3]",
                        "fewer than two edges meet"),
                bad(
                        "an unknown merge rule",
                        "type: tts}",
                        "type: tts, fan_in: {merge: random}}",
                        11,
                        "nodes[3].fan_in.merge",
                        "none of sequence"),
                bad(
                        "priority without its list",
                        "type: tts}",
                        "type: tts, fan_in: {merge: priority}}",
                        11,
                        "nodes[3].fan_in",
                        "needs the list"),
                bad(
                        "a list without priority",
                        "type: tts}",
                        "type: tts, fan_in: {merge: sequence, priority: [e1]}}",
                        11,
                        "nodes[3].fan_in.priority",
                        "belongs to merge: priority"),
                bad(
                        "a parting rule where nothing parts",
                        "type: tts}",
                        "type: tts, fan_out: copy}",
                        11,
                        "nodes[3]",
                        "no two edges carry"),
                bad(
                        "an unknown parting rule",
                        "type: tts}",
                        "type: tts, fan_out: any}",
                        11,
                        "nodes[3].fan_out",
                        "none of copy, first_ready"),
                bad("a commit on no sink", "commit_on: out", "commit_on: llm", 1, "$", "is no sink"),
                bad("a degrade rule for nobody", "node: llm,", "node: lmm,", 20, "degrade[0]", "no node 'lmm'"),
                bad("degrading to no fallback", "node: llm,", "node: tts,", 20, "degrade[0]", "'tts' names none"),
                bad(
                        "an unknown cause",
                        "when: provider_error",
                        "when: bored",
                        20,
                        "degrade[0].when",
                        "none of watermark"),
                bad(
                        "an unknown action",
                        "action: fallback",
                        "action: hope",
                        20,
                        "degrade[0].action",
                        "none of fallback"),
                bad(
                        "an unknown outcome",
                        "on_exhausted: terminate",
                        "on_exhausted: stop",
                        6,
                        "budgets.turn.on_exhausted",
                        "none of continue"),
                bad("a budget for nothing", "  turn: {", "  tune: {", 6, "budgets.tune", "no field 'tune'"),
                bad(
                        "a warning above all",
                        "time_ms: 5000",
                        "warn_percent: 101",
                        6,
                        "budgets.turn.warn_percent",
                        "101 is above 100"),
                bad(
                        "an unknown level",
                        "recording: L1",
                        "recording: L3",
                        22,
                        "observability.recording",
                        "none of L0, L1, L2"),
                bad("an unknown metric", "[drops]", "[mood]", 22, "observability.metrics[0]", "none of queue_depth"));
    }
}
