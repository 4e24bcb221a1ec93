package dev.parley.pipeline.spec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.NodeCatalogue;
import dev.parley.pipeline.yaml.BadYaml;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Items 1, 2 and 3: every kind of bad specification gets one clear error with its file, line, path and reason. */
class BadSpecTest {

    static Stream<BadSpec.Case> cases() {
        return BadSpec.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void hasOneClearError(BadSpec.Case bad) {
        assertTrue(BadSpec.GOOD.contains(bad.from()), "the case spoils something that is there");
        String text = BadSpec.GOOD.replace(bad.from(), bad.to());
        BadYaml error = assertThrows(BadYaml.class, () -> compile(text));
        assertAll(
                () -> assertTrue(error.reason().contains(bad.reason()), error.getMessage()),
                () -> assertEquals("voice.yaml", error.file()),
                () -> assertEquals(bad.line(), error.line(), error.getMessage()),
                () -> assertEquals(bad.path(), error.path(), error.getMessage()),
                () -> assertFalse(error.reason().contains("\n"), "one line"));
    }

    @Test
    void thereAreAtLeastFortyKinds() {
        long kinds = BadSpec.all().map(BadSpec.Case::name).distinct().count();
        assertTrue(kinds >= 40, () -> "only " + kinds);
    }

    @Test
    void theGoodOneIsGood() {
        assertEquals(
                List.of("mic", "stt", "llm", "tts", "out", "spare"),
                List.copyOf(compile(BadSpec.GOOD).nodes().keySet()));
    }

    private static GraphDefinition compile(String text) {
        return GraphDefinition.of(PipelineSpec.read("voice.yaml", text), NodeCatalogue.standard());
    }
}
