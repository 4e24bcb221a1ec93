package dev.parley.session.people;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.json.Json;
import dev.parley.session.record.VerdictRecorder.Turns;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
        boolean refused = attestation.action().equals(DETECTED)
                && !attestation.violations().isEmpty();
        if (!COMMAND.equals(attestation.request().machine()) || turn == 0 || refused) {
            return;
        }
        if (attestation.action().equals(DONE)) {
            turns.remove(command(attestation));
        } else {
            turns.put(command(attestation), turn);
        }
    }

    @Override
    public Json keep() {
        List<Json> kept = new ArrayList<>();
        turns.forEach((command, turn) -> kept.add(Json.Obj.EMPTY
                .with("person", command.person())
                .with("call", command.call())
                .with("turn", turn)));
        return Json.of(kept);
    }

    @Override
    public void restore(Json kept) {
        if (!(kept instanceof Json.Arr(List<Json> all))) {
            throw new IllegalArgumentException("Not the turns of commands: " + kept.canonical());
        }
        for (Json each : all) {
            if (each instanceof Json.Obj command && command.get("turn") instanceof Json.Num(BigDecimal turn)) {
                turns.put(
                        new Command(String.valueOf(command.text("person")), String.valueOf(command.text("call"))),
                        turn.longValueExact());
            }
        }
    }
}
