package dev.parley.pipeline.spec;

import static dev.parley.pipeline.spec.BadSpec.bad;

import dev.parley.pipeline.spec.BadSpec.Case;
import java.util.stream.Stream;

/** Mistakes in edges and their buffers. */
final class BadEdges {
    private BadEdges() {}

    static Stream<Case> cases() {
        return Stream.of(
                bad("an edge twice", "id: e2", "id: e1", 16, "edges[1].id", "already an edge 'e1'"),
                bad("an edge without id", "{id: e1, ", "{", 15, "edges[0]", "'id' is missing"),
                bad("an edge from nowhere", "from: mic", "from: mike", 15, "edges[0]", "no node 'mike'"),
                bad("an edge to nowhere", "to: stt}", "to: sst}", 15, "edges[0]", "no node 'sst'"),
                bad("an edge to itself", "from: llm, to: tts", "from: llm, to: llm", 17, "edges[2]", "back to itself"),
                bad(
                        "an edge out of a sink",
                        "from: llm, to: tts",
                        "from: out, to: tts",
                        17,
                        "edges[2]",
                        "emits nothing"),
                bad(
                        "an edge into a source",
                        "from: llm, to: tts",
                        "from: llm, to: mic",
                        17,
                        "edges[2]",
                        "accepts nothing"),
                bad(
                        "events that are not emitted",
                        "carries: audio.speech",
                        "carries: audio.pcm",
                        18,
                        "edges[3]",
                        "does not emit audio.pcm"),
                bad(
                        "events that are not accepted",
                        "from: stt, to: llm,",
                        "from: stt, to: llm, carries: text.partial,",
                        16,
                        "edges[1]",
                        "does not accept text.partial"),
                bad(
                        "ends that share nothing",
                        "from: mic, to: stt",
                        "from: mic, to: llm",
                        15,
                        "edges[0]",
                        "emits nothing that llm accepts"),
                bad("ends that share two", "carries: audio.speech, ", "", 18, "edges[3]", "say with 'carries'"),
                bad(
                        "the same connection twice",
                        "to: tts}",
                        "to: tts}\n  - {id: e5, from: llm, to: tts}",
                        18,
                        "edges[3]",
                        "another edge carries"),
                bad(
                        "a buffer field that is none",
                        "max_items: 10",
                        "items: 10",
                        18,
                        "edges[3].buffer.items",
                        "no field 'items'"),
                bad(
                        "an unknown strategy",
                        "strategy: block",
                        "strategy: wait",
                        16,
                        "edges[1].buffer.strategy",
                        "none of block, drop, merge"),
                bad("no room at all", "max_items: 10", "max_items: 0", 18, "edges[3].buffer.max_items", "0 is below 1"),
                bad(
                        "negative bytes",
                        "max_items: 10",
                        "max_bytes: -1",
                        18,
                        "edges[3].buffer.max_bytes",
                        "-1 is below 1"),
                bad(
                        "half an item",
                        "max_items: 10",
                        "max_items: 1.5",
                        18,
                        "edges[3].buffer.max_items",
                        "whole number, found '1.5'"),
                bad(
                        "unbounded",
                        "max_items: 10",
                        "max_items: 99999999999999999999",
                        18,
                        "edges[3].buffer.max_items",
                        "is above"),
                bad("block without an end", ", max_block_ms: 100", "", 16, "edges[1].buffer", "needs max_block_ms"),
                bad(
                        "a block time without block",
                        "strategy: block",
                        "strategy: drop",
                        16,
                        "edges[1].buffer.max_block_ms",
                        "belongs to the strategy block"),
                bad(
                        "sample without a number",
                        "max_items: 10",
                        "strategy: sample",
                        18,
                        "edges[3].buffer",
                        "needs sample_one_in"),
                bad(
                        "a number without sample",
                        "max_items: 10",
                        "sample_one_in: 3",
                        18,
                        "edges[3].buffer.sample_one_in",
                        "belongs to the strategy sample"),
                bad(
                        "sampling everything",
                        "max_items: 10",
                        "strategy: sample, sample_one_in: 1",
                        18,
                        "edges[3].buffer.sample_one_in",
                        "1 is below 2"),
                bad(
                        "a drop end without drop",
                        "max_block_ms: 100",
                        "max_block_ms: 100, drop: oldest",
                        16,
                        "edges[1].buffer.drop",
                        "belongs to the strategy drop"),
                bad("merging audio", "max_items: 10", "strategy: merge", 18, "edges[3]", "joins text only"),
                bad(
                        "a high mark above the room",
                        "high: 8",
                        "high: 11",
                        18,
                        "edges[3].buffer.high",
                        "stands above max_items 10"),
                bad(
                        "a low mark above the high one",
                        "low: 4",
                        "low: 8",
                        18,
                        "edges[3].buffer.low",
                        "does not stand below"),
                bad(
                        "time marks the wrong way round",
                        "low: 4",
                        "low: 4, high_ms: 5, low_ms: 6",
                        18,
                        "edges[3].buffer.low_ms",
                        "stands above the high mark 5 ms"),
                bad(
                        "an unknown fairness key",
                        "low: 4",
                        "low: 4, fairness_key: room",
                        18,
                        "edges[3].buffer.fairness_key",
                        "none of none, session"));
    }
}
