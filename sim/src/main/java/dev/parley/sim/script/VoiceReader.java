package dev.parley.sim.script;

import dev.parley.sim.script.Scenario.Voice;
import dev.parley.state.CountedWords;
import java.util.Set;

/** Reads a stretch of voice: {@code from_ms}, {@code to_ms}, and words or noise. */
final class VoiceReader {
    private static final Set<String> KNOWN = Set.of("from_ms", "to_ms", "says", "noise", "by");

    private VoiceReader() {}

    static Voice read(Fields line, String id, String speaker) throws BadScenario {
        for (String key : line.all().keySet()) {
            if (!KNOWN.contains(key)) {
                throw new BadScenario(line.line(key), "unknown key '" + key + "' in a voice");
            }
        }
        long from = line.requiredWhole("from_ms");
        long to = line.requiredWhole("to_ms");
        if (to < from) {
            throw line.wrong("to_ms", "lies before 'from_ms'");
        }
        boolean noise = line.flag("noise", false);
        if (noise == line.has("says")) {
            throw line.wrong("needs either 'says' or 'noise: true'");
        }
        String says = noise ? "" : line.requiredWords("says");
        if (!noise && CountedWords.count(says) == 0) {
            throw line.wrong("says", "must have words");
        }
        return new Voice(id, from, to, says, noise, line.text("by", speaker));
    }
}
