package dev.parley.session.people;

import dev.parley.kernel.Attestation;
import dev.parley.session.record.VerdictRecorder.Turns;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * In which turn a person's command was asked for. Everything that is decided about the command later, a yes that comes as
 * an event of its own or a timeout, belongs to that turn; the other machines of the house belong to none.
 */
final class CommandTurns implements Turns {
    private static final String COMMAND = "command";
    private static final String DETECTED = "command_detected";
    private static final String DONE = "done";

    private final LongSupplier present;
    private final Map<String, Long> byPerson = new HashMap<>();

    /** @param present the turn in which the loop works now, 0 for none */
    CommandTurns(LongSupplier present) {
        this.present = present;
    }

    @Override
    public long of(Attestation attestation) {
        if (!COMMAND.equals(attestation.request().machine())) {
            return 0;
        }
        String person = attestation.request().target();
        if (attestation.action().equals(DETECTED)) {
            if (!attestation.violations().isEmpty()) {
                return present.getAsLong();
            }
            byPerson.put(person, present.getAsLong());
        }
        long turn = byPerson.getOrDefault(person, 0L);
        if (attestation.action().equals(DONE)) {
            byPerson.remove(person);
        }
        return turn;
    }

    @Override
    public void recorded(Attestation attestation, long turn) {
        if (COMMAND.equals(attestation.request().machine()) && turn > 0) {
            byPerson.put(attestation.request().target(), turn);
        }
    }
}
