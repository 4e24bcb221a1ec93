package dev.parley.pipeline.signal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rule 4.2.2 for control: signals have owners, and a signal from anyone else is refused. */
class SignalTest {
    @Test
    void everySignalIsAdmittedFromItsOwnerAndFromNobodyElse() {
        for (Signal signal : Signal.values()) {
            for (SignalOwner sender : SignalOwner.values()) {
                Class<?> expected =
                        sender == signal.owner() ? ControlSignal.Admitted.class : ControlSignal.Refused.class;
                assertInstanceOf(expected, ControlSignal.give(signal, sender, 0, Json.Obj.EMPTY));
            }
        }
    }

    @Test
    void theTurnArbiterAloneOpensAndEndsTurns() {
        assertEquals(
                List.of("turn_open_proposed", "turn_open", "commit", "abort", "close"),
                ownedBy(SignalOwner.TURN_ARBITER));
        assertEquals(List.of("barge_in", "stop", "cancel"), ownedBy(SignalOwner.INTERRUPTION));
        assertEquals(List.of("stale_epoch_reject", "deauthorized_drain"), ownedBy(SignalOwner.AUTHORITY_GUARD));
    }

    @Test
    void everySignalHasItsNameInTheRecord() {
        for (Signal signal : Signal.values()) {
            assertEquals(Optional.of(signal), Signal.of(signal.spelled()));
        }
        assertEquals(Optional.empty(), Signal.of("no_such_signal"));
    }

    private static List<String> ownedBy(SignalOwner owner) {
        return Stream.of(Signal.values())
                .filter(signal -> signal.owner() == owner)
                .map(Signal::spelled)
                .toList();
    }
}
