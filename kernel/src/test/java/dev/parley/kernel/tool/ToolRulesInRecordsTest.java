package dev.parley.kernel.tool;

import dev.parley.kernel.FlippedRecord;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** For every rule of the tool room there is a record on which it fails when the record is folded. */
class ToolRulesInRecordsTest {
    @Test
    void ofTheToolRoom() {
        long seed = 20261116;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        ToolRoom room = ToolRoom.of("talk").asking(ToolRoom.Taint.TURN);
        FlippedRecord<ToolCase, ToolEvent> records = new FlippedRecord<>(room);
        ToolMachine machine = new ToolMachine();
        for (int run = 0; run < 2_000; run++) {
            ToolCalls calls = new ToolCalls(new Registrar<>(room, attestation -> {}));
            List<Request> requests = new ArrayList<>(outside(random));
            requests.forEach(calls::request);
            for (int step = 0; step < 30; step++) {
                List<ToolEvent> alphabet = machine.alphabet(calls.state("call_1"));
                Request request = ToolRequests.of(alphabet.get(random.nextInt(alphabet.size())));
                Request asked = random.nextInt(8) == 0 ? request.by("agent_a") : request;
                requests.add(asked);
                calls.request(asked);
            }
            records.in(requests);
        }
        records.foundAllBut(Set.of());
    }

    /** A world-changing call of a turn that has seen something from outside, and personal data on its way out. */
    private static List<Request> outside(RandomGenerator random) {
        ToolTerms write = new ToolTerms(ToolSafety.WRITE, 800, 3_000, 500, false);
        ToolCall call = ToolCall.of("c9", "order", Json.Obj.EMPTY, 3);
        List<String> sources = List.of("mail");
        return List.of(
                ToolRequests.of("agent", new ToolEvent.CallProposed(call, 1, sources, 0)),
                ToolRequests.of(new ToolEvent.PolicyDecided(
                        "c9", ToolEvent.PolicyDecided.Ruling.ALLOW, write, "", random.nextBoolean(), "", 0)));
    }
}
