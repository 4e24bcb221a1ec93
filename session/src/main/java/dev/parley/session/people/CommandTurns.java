package dev.parley.session.people;

import dev.parley.kernel.Attestation;
import dev.parley.session.record.VerdictRecorder.Turns;
import java.util.LinkedHashMap;
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
    private final Map<Command, Long> turns = new LinkedHashMap<>();

    /** A person may have several commands open; each is told by its call. */
    private record Command(String person, String call) {}

    /** @param present the turn in which the loop works now, 0 for none */
    CommandTurns(LongSupplier present) {
        this.present = present;
    }

    @Override
    public long of(Attestation attestation) {
        if (!COMMAND.equals(attestation.request().machine())) {
            return 0;
        }
        Command command = command(attestation);
        if (attestation.action().equals(DETECTED)) {
            if (!attestation.violations().isEmpty()) {
                return present.getAsLong();
            }
            turns.put(command, present.getAsLong());
        }
        long turn = turns.getOrDefault(command, 0L);
        if (attestation.action().equals(DONE)) {
            turns.remove(command);
        }
        return turn;
    }

    /** What names no call is about the person's latest command. */
    private Command command(Attestation attestation) {
        String person = attestation.request().target();
        String call = attestation.request().parameters().text("call");
        if (call != null) {
            return new Command(person, call);
        }
        Command latest = new Command(person, "");
        for (Command each : turns.keySet()) {
            latest = each.person().equals(person) ? each : latest;
        }
        return latest;
    }

    @Override
    public void recorded(Attestation attestation, long turn) {
        if (!COMMAND.equals(attestation.request().machine()) || turn == 0) {
            return;
        }
        if (attestation.action().equals(DONE)) {
            turns.remove(command(attestation));
        } else {
            turns.put(command(attestation), turn);
        }
    }
}
