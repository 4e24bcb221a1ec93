package dev.parley.pipeline.spec;

import static dev.parley.pipeline.spec.BadSpec.GOOD;
import static dev.parley.pipeline.spec.BadSpec.bad;
import static dev.parley.pipeline.spec.BadSpec.simple;
import static dev.parley.pipeline.spec.BadSpec.top;

import dev.parley.pipeline.spec.BadSpec.Case;
import java.util.stream.Stream;

/** Mistakes in nodes. */
final class BadNodes {
    private BadNodes() {}

    static Stream<Case> cases() {
        return Stream.of(
                bad(
                        "no nodes",
                        GOOD,
                        GOOD.substring(0, GOOD.indexOf("nodes:")) + "edges: []\n",
                        1,
                        "$",
                        "'nodes' is missing"),
                bad("nodes that are no list", GOOD, top("nodes: 3"), 7, "nodes", "expected a list, found a number"),
                bad("an empty list of nodes", GOOD, top("nodes: []"), 7, "nodes", "at least one node"),
                bad(
                        "a node that is no map",
                        "- {id: mic, type: microphone}",
                        "- mic",
                        8,
                        "nodes[0]",
                        "expected fields"),
                bad("a node without id", "{id: mic, ", "{", 8, "nodes[0]", "'id' is missing"),
                bad(
                        "a node without type",
                        "{id: mic, type: microphone}",
                        "{id: mic}",
                        8,
                        "nodes[0]",
                        "'type' is missing"),
                bad("a node twice", "id: stt,", "id: mic,", 9, "nodes[1].id", "already a node 'mic'"),
                bad("an unknown node field", "id: mic,", "id: mic, gain: 1,", 8, "nodes[0].gain", "no field 'gain'"),
                bad("an unknown type", "type: microphone", "type: webcam", 8, "nodes[0]", "no node type 'webcam'"),
                bad("a provider twice", "[a, b]", "[a, a]", 9, "nodes[1].providers[1]", "stands here twice"),
                bad("no provider in the list", "[a, b]", "[]", 9, "nodes[1].providers", "the list is empty"),
                bad(
                        "a provider for a source",
                        "type: microphone",
                        "type: microphone, providers: [a]",
                        8,
                        "nodes[0]",
                        "takes no providers"),
                bad(
                        "settings that are no map",
                        "type: tts}",
                        "type: tts, settings: 3}",
                        11,
                        "nodes[3].settings",
                        "expected fields"),
                bad("a fallback that is not there", "fallback: spare", "fallback: spore", 10, "nodes[2]", "is no node"),
                bad("a fallback to itself", "fallback: spare", "fallback: llm", 10, "nodes[2]", "its own fallback"),
                bad(
                        "a fallback of another kind",
                        "fallback: spare",
                        "fallback: tts",
                        10,
                        "nodes[2]",
                        "does not accept and emit"),
                bad(
                        "a fallback with a fallback",
                        "{id: spare, type: llm}",
                        "{id: spare, type: llm, fallback: llm}",
                        10,
                        "nodes[2]",
                        "one step is allowed"),
                bad(
                        "a fallback with edges",
                        "to: tts}",
                        "to: tts}\n  - {id: e9, from: stt, to: spare, carries: text.final}",
                        10,
                        "nodes[2]",
                        "has none of its own"),
                bad(
                        "a fallback for two",
                        "{id: spare, type: llm}",
                        "{id: spare, type: llm}\n  - {id: l2, type: llm, fallback: spare}",
                        14,
                        "nodes[6]",
                        "already the fallback"),
                bad(
                        "a budget that says fallback without one",
                        "type: tts}",
                        "type: tts, budget: {on_exhausted: fallback}}",
                        11,
                        "nodes[3]",
                        "the budget says fallback"),
                bad(
                        "a budget of no time",
                        "type: tts}",
                        "type: tts, budget: {time_ms: 0}}",
                        11,
                        "nodes[3].budget.time_ms",
                        "0 is below 1"),
                bad(
                        "a node budget under simple",
                        GOOD,
                        simple("budget: {time_ms: 9}"),
                        11,
                        "nodes[3].budget",
                        "only under the profile advanced"),
                bad(
                        "another process under simple",
                        GOOD,
                        simple("external: {port: 1}"),
                        11,
                        "nodes[3].external",
                        "only under the profile advanced"),
                bad(
                        "a buffer under simple",
                        "profile: advanced",
                        "profile: simple",
                        16,
                        "edges[1].buffer",
                        "only under the profile advanced"),
                bad(
                        "external without its field",
                        "type: microphone",
                        "type: external",
                        8,
                        "nodes[0]",
                        "needs the field 'external'"),
                bad(
                        "external of another type",
                        "type: tts}",
                        "type: tts, external: {port: 1, accepts: [a.b], emits: [a.b]}}",
                        11,
                        "nodes[3]",
                        "only a node of type external"),
                bad(
                        "external with two ways",
                        "type: tts}",
                        "type: external, external: {port: 1, command: [x], accepts: [a.b], emits: [a.b]}}",
                        11,
                        "nodes[3].external",
                        "either a command or a port"),
                bad(
                        "external with no command",
                        "type: tts}",
                        "type: external, external: {command: [], accepts: [a.b], emits: [a.b]}}",
                        11,
                        "nodes[3].external.command",
                        "at least its program"),
                bad(
                        "external on a bad port",
                        "type: tts}",
                        "type: external, external: {port: 70000, accepts: [a.b], emits: [a.b]}}",
                        11,
                        "nodes[3].external.port",
                        "above 65535"),
                bad(
                        "external that accepts nothing",
                        "type: tts}",
                        "type: external, external: {port: 1, emits: [a.b]}}",
                        11,
                        "nodes[3].external",
                        "'accepts' is missing"),
                bad(
                        "an event type that is none",
                        "type: tts}",
                        "type: external, external: {port: 1, accepts: [audio], emits: [a.b]}}",
                        11,
                        "nodes[3].external.accepts[0]",
                        "is no event type"));
    }
}
