package dev.parley.pipeline.spec;

import static dev.parley.pipeline.spec.BadSpec.GOOD;
import static dev.parley.pipeline.spec.BadSpec.bad;

import dev.parley.pipeline.spec.BadSpec.Case;
import java.util.stream.Stream;

/** Mistakes in the document and at its top. */
final class BadDocuments {
    private BadDocuments() {}

    static Stream<Case> cases() {
        return Stream.of(
                bad("not YAML", "name: voice", "name: [voice", 3, "$", "not YAML"),
                bad("a tab for blanks", "  turn:", "\tturn:", 6, "$", "not YAML"),
                bad("a list at the top", GOOD, "- a", 1, "$", "expected fields, found a list"),
                bad("empty", GOOD, "", 1, "$", "the document is empty"),
                bad("two documents", "profile:", "---\nprofile:", 4, "$", "not YAML"),
                bad("an anchor", "name: voice", "name: &n voice", 2, "name", "anchors and aliases"),
                bad("a tag", "name: voice", "name: !!java/x voice", 2, "name", "the tag"),
                bad("a field twice", "name: voice", "name: voice\nname: b", 3, "$", "stands here twice"),
                bad("too deep", "name: voice", "name: " + "[".repeat(40) + "]".repeat(40), 2, "$", "deeper than 32"),
                bad("no format", "parley: pipeline/1", "x: 1", 1, "$", "the field 'parley' is missing"),
                bad("another format", "pipeline/1", "pipeline/2", 1, "parley", "it reads pipeline/1"),
                bad("an unknown field", "name: voice", "nmae: voice", 2, "nmae", "there is no field 'nmae'"),
                bad("no name", "name: voice\n", "", 1, "$", "the field 'name' is missing"),
                bad("a name that is none", "name: voice", "name: Voice 1", 2, "name", "is no name"),
                bad("a number for text", "name: voice", "name: 7", 2, "name", "expected text, found a number"),
                bad("empty text", "name: voice", "name: ''", 2, "name", "found nothing between"),
                bad("no version", "version: 1.0.0\n", "", 1, "$", "the field 'version' is missing"),
                bad("a version that is none", "1.0.0", "1.0", 3, "version", "expected text"),
                bad("a version with a letter", "1.0.0", "1.0.0a", 3, "version", "is no version"),
                bad("no profile", "profile: advanced\n", "", 1, "$", "the field 'profile' is missing"),
                bad("an unknown profile", "advanced", "expert", 4, "profile", "none of simple, advanced"));
    }
}
