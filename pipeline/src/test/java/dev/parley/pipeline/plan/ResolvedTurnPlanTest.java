package dev.parley.pipeline.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.NodeCatalogue;
import dev.parley.pipeline.plan.TurnInputs.Admission;
import dev.parley.pipeline.plan.TurnInputs.Posture;
import dev.parley.pipeline.spec.PipelineSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Item 4 and the rule of plan freezing in 4.3. */
class ResolvedTurnPlanTest {
    private static final String YAML = """
        parley: pipeline/1
        name: voice
        version: 1.0.0
        profile: advanced
        nodes:
          - {id: mic, type: microphone}
          - {id: stt, type: stt, providers: [a, b]}
          - {id: out, type: screen}
        edges:
          - {id: e1, from: mic, to: stt}
          - {id: e2, from: stt, to: out, carries: text.final, buffer: {max_items: 10}}
        """;

    private static final TurnInputs INPUTS = new TurnInputs(
            "c",
            1,
            7,
            Admission.ADMIT,
            Map.of("stt", List.of("b", "a")),
            Map.of("a", List.of("partial")),
            Posture.FULL,
            42);

    @Test
    void twoPlansOfTheSameThingsHaveOneHash() {
        String reordered = YAML.replace("{id: mic, type: microphone}", "{type: microphone, id: mic}")
                .replace("name: voice\nversion: 1.0.0\n", "version: '1.0.0'\nname: \"voice\"\n");
        assertEquals(plan(YAML, INPUTS).hash(), plan(reordered, INPUTS).hash());
        assertEquals(plan(YAML, INPUTS).canonical(), plan(reordered, INPUTS).canonical());
        assertEquals(64, plan(YAML, INPUTS).hash().length());
    }

    @Test
    void whateverCanBeObservedChangesTheHash() {
        Set<String> hashes = new HashSet<>();
        hashes.add(plan(YAML, INPUTS).hash());
        List<String> changed = List.of(
                YAML.replace("1.0.0", "1.0.1"),
                YAML.replace("max_items: 10", "max_items: 11"),
                YAML.replace("max_items: 10", "max_items: 10, fairness_key: session"),
                YAML.replace("max_items: 10", "max_items: 10, drop: oldest"),
                YAML.replace("type: screen", "type: screen, settings: {font: big}"),
                YAML.replace("type: screen", "type: screen, budget: {time_ms: 9}"),
                YAML + "observability: {recording: L2}\n",
                YAML + "budgets: {turn: {tokens: 5}}\n");
        changed.forEach(yaml -> assertTrue(hashes.add(plan(yaml, INPUTS).hash()), yaml));
        for (TurnInputs other : List.of(
                with(2, 7, Posture.FULL, 42),
                with(1, 8, Posture.FULL, 42),
                with(1, 7, Posture.DEGRADED, 42),
                with(1, 7, Posture.FULL, 43))) {
            assertTrue(hashes.add(plan(YAML, other).hash()), other.toString());
        }
    }

    @Test
    void aPlanCannotBeChangedWhileItsTurnIsOpen() {
        Map<String, List<String>> bindings = new HashMap<>(Map.of("stt", List.of("a")));
        TurnInputs inputs = new TurnInputs("c", 1, 7, Admission.ADMIT, bindings, Map.of(), Posture.FULL, 42);
        ResolvedTurnPlan plan = plan(YAML, inputs);
        bindings.put("stt", List.of("b"));
        assertEquals(List.of("a"), plan.inputs().bindings().get("stt"));
        assertThrows(
                UnsupportedOperationException.class,
                () -> plan.inputs().bindings().clear());
        assertThrows(
                UnsupportedOperationException.class, () -> plan.graph().nodes().clear());
        assertThrows(
                UnsupportedOperationException.class, () -> plan.graph().edges().clear());
        assertThrows(
                UnsupportedOperationException.class,
                () -> plan.graph().spec().nodes().clear());
    }

    @Test
    void policyChoosesAmongTheNamedProvidersAndBringsInNoOther() {
        TurnInputs foreign =
                new TurnInputs("c", 1, 7, Admission.ADMIT, Map.of("stt", List.of("x", "b")), Map.of(), Posture.FULL, 1);
        assertEquals(List.of("b"), plan(YAML, foreign).inputs().bindings().get("stt"));
        TurnInputs none =
                new TurnInputs("c", 1, 7, Admission.ADMIT, Map.of("stt", List.of("x")), Map.of(), Posture.FULL, 1);
        assertEquals("plan.unbound", refusal(none));
    }

    @Test
    void noPlanIsMadeForATurnThatWasNotAdmitted() {
        for (Admission admission : List.of(Admission.REJECT, Admission.DEFER)) {
            assertEquals(
                    "plan.admission",
                    refusal(new TurnInputs("c", 1, 7, admission, Map.of(), Map.of(), Posture.FULL, 1)));
        }
        assertEquals(
                "plan.unknown_node",
                refusal(new TurnInputs(
                        "c", 1, 7, Admission.ADMIT, Map.of("mic", List.of("a")), Map.of(), Posture.FULL, 1)));
    }

    @Test
    void thePlanIsCanonicalThoughItsPartsAreWrittenApart() {
        ResolvedTurnPlan plan = plan(YAML, INPUTS);
        Json whole =
                EventCatalogue.payload(PlanEncoder.graph(plan.graph())).with("turn", PlanEncoder.turn(plan.inputs()));
        assertEquals(CanonicalJson.text(whole), plan.canonical());
    }

    @Test
    void theStandardPipelineIsGood() {
        GraphDefinition graph = GraphDefinition.of(PipelineSpec.standard(), NodeCatalogue.standard());
        assertEquals(
                List.of("vad_in", "stt_in", "llm_in", "tts_in", "tts_out"),
                List.copyOf(graph.edges().keySet()));
        assertEquals("playback", graph.commitNode());
    }

    private static TurnInputs with(long turn, long epoch, Posture posture, long seed) {
        return new TurnInputs(
                "c", turn, epoch, Admission.ADMIT, INPUTS.bindings(), INPUTS.capabilities(), posture, seed);
    }

    private static ResolvedTurnPlan plan(String yaml, TurnInputs inputs) {
        return assertInstanceOf(PlanResolution.Resolved.class, resolve(yaml, inputs))
                .plan();
    }

    private static String refusal(TurnInputs inputs) {
        return assertInstanceOf(PlanResolution.Refused.class, resolve(YAML, inputs))
                .rule();
    }

    private static PlanResolution resolve(String yaml, TurnInputs inputs) {
        return ResolvedTurnPlan.resolve(
                GraphDefinition.of(PipelineSpec.read("t.yaml", yaml), NodeCatalogue.standard()), inputs);
    }
}
