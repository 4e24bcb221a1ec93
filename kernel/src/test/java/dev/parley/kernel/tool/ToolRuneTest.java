package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Step;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What is recorded of a call is enough to decide it again, and has at most one result. */
class ToolRuneTest {

    @Property(tries = 500)
    void aReplayOfTheRunesGivesTheSameStateAndOneResult(@ForAll List<Short> choices) {
        ToolMachine machine = new ToolMachine();
        ToolLedger live = new ToolLedger();
        List<ToolRune> recorded = new ArrayList<>();
        for (short choice : choices) {
            List<ToolEvent> alphabet = machine.alphabet(live.state("call_1"));
            ToolEvent event = alphabet.get(Math.floorMod(choice, alphabet.size()));
            ToolState before = live.state("call_1");
            Step<ToolState> step = live.fold(event);
            recorded.addAll(ToolRuneEncoder.encode(event, before, step));
        }
        ToolLedger replayed = new ToolLedger();
        for (ToolRune rune : recorded) {
            ToolRuneDecoder.decode(rune).ifPresent(event -> assertTrue(replayed.fold(event) instanceof Step.Moved));
        }
        assertEquals(live.all(), replayed.all());
        long results = recorded.stream()
                .filter(rune -> rune.kind().equals("tool.result"))
                .count();
        assertEquals(live.state("call_1") instanceof ToolState.Settled ? 1 : 0, results);
    }
}
