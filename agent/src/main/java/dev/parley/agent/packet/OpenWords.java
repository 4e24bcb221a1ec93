package dev.parley.agent.packet;

import dev.parley.kernel.episode.Breach;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The vocabularies of the control section. They are open: an unknown word is accepted and worth a warning. */
final class OpenWords {
    private static final String RULE = "mcp.unknown";

    private record Word(String section, String field, Set<String> known) {}

    private static final Word[] WORDS = {
        new Word("stakes", "irreversibility", Set.of("REVERSIBLE", "PARTIAL", "IRREVERSIBLE")),
        new Word("stakes", "adversariality", Set.of("BENIGN", "CONTESTED", "HOSTILE")),
        new Word("stakes", "stakes_level", Set.of("LOW", "MEDIUM", "HIGH", "CRITICAL")),
        new Word("quality", "quality_tier", Set.of("SUBPAR", "PAR", "SUPERB")),
        new Word("quality", "verification_requirement", Set.of("OPTIONAL", "VERIFY_ONE", "VERIFY_ALL")),
        new Word(
                "epistemics",
                "status",
                Set.of("OBSERVED", "DERIVED", "REMEMBERED", "INFERRED", "HYPOTHESIZED", "UNKNOWN")),
        new Word("routing", "tools_state", Set.of("tools_ok", "tools_partial", "tools_down"))
    };

    private OpenWords() {}

    static List<Breach> warnings(JsonNode mcp) {
        List<Breach> warnings = List.of();
        for (Word word : WORDS) {
            JsonNode value = mcp.path(word.section()).get(word.field());
            if (value != null && !(value.isString() && word.known().contains(value.stringValue()))) {
                warnings = warnings.isEmpty() ? new ArrayList<>() : warnings;
                warnings.add(new Breach(
                        RULE, "mcp." + word.section() + "." + word.field() + " has a value that is not known."));
            }
        }
        return warnings;
    }
}
