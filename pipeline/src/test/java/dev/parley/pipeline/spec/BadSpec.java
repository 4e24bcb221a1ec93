package dev.parley.pipeline.spec;

import java.util.stream.Stream;

/** A specification with one mistake, and where and why it is to be refused. */
final class BadSpec {
    /** A good specification; each case spoils one place of it. */
    static final String GOOD = """
            parley: pipeline/1
            name: voice
            version: 1.0.0
            profile: advanced
            budgets:
              turn: {time_ms: 5000, on_exhausted: terminate}
            nodes:
              - {id: mic, type: microphone}
              - {id: stt, type: stt, providers: [a, b]}
              - {id: llm, type: llm, fallback: spare}
              - {id: tts, type: tts}
              - {id: out, type: playback}
              - {id: spare, type: llm}
            edges:
              - {id: e1, from: mic, to: stt}
              - {id: e2, from: stt, to: llm, buffer: {strategy: block, max_block_ms: 100}}
              - {id: e3, from: llm, to: tts}
              - {id: e4, from: tts, to: out, carries: audio.speech, buffer: {max_items: 10, high: 8, low: 4}}
            degrade:
              - {when: provider_error, node: llm, action: fallback}
            commit_on: out
            observability: {recording: L1, metrics: [drops]}
            """;

    private BadSpec() {}

    record Case(String name, String from, String to, int line, String path, String reason) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Case bad(String name, String from, String to, int line, String path, String reason) {
        return new Case(name, from, to, line, path, reason);
    }

    static Stream<Case> all() {
        return Stream.of(BadDocuments.cases(), BadNodes.cases(), BadEdges.cases(), BadGraphs.cases())
                .flatMap(cases -> cases);
    }

    /** Where the nodes end and the edges begin. */
    static final String SEAM = "  - {id: spare, type: llm}\nedges:\n";

    /** The seam with further nodes, which have a type, and further edges, which have none. */
    static String more(String... entries) {
        StringBuilder text = new StringBuilder("  - {id: spare, type: llm}\n");
        Stream.of(entries)
                .filter(entry -> entry.contains("type:"))
                .forEach(entry -> text.append("  - ").append(entry).append('\n'));
        text.append("edges:\n");
        Stream.of(entries)
                .filter(entry -> !entry.contains("type:"))
                .forEach(entry -> text.append("  - ").append(entry).append('\n'));
        return text.toString();
    }

    static String top(String nodes) {
        return GOOD.substring(0, GOOD.indexOf("nodes:")) + nodes + "\n" + GOOD.substring(GOOD.indexOf("edges:"));
    }

    static String simple(String field) {
        return GOOD.replace("profile: advanced", "profile: simple").replace("type: tts}", "type: tts, " + field + "}");
    }

    static String sinkless() {
        return GOOD.replace("type: playback", "type: tts")
                .replace("from: tts, to: out, carries: audio.speech", "from: stt, to: out, carries: text.final")
                .replace("carries: text.final", "carries: text.delta")
                .replace("from: stt, to: out", "from: llm, to: out");
    }
}
