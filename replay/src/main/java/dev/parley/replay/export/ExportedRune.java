package dev.parley.replay.export;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.RuneEnvelope;
import dev.parley.kernel.rune.Visibility;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * Makes a rune of what a line of an export says, whatever its canonical bytes and hashes are. A field that is absent has
 * the value that stands for none.
 */
final class ExportedRune {
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final List<String> OF_A_REQUEST = List.of("actor", "target", "action");

    private final Json.Obj line;

    private ExportedRune(Json.Obj line) {
        this.line = line;
    }

    static Rune of(Json.Obj line) throws NotAnExport {
        return new ExportedRune(line).rune();
    }

    private Rune rune() throws NotAnExport {
        long eventId = number("event_id", 0);
        String kind = text("kind");
        if (eventId < 1 || kind.isEmpty() || text("conversation").isEmpty()) {
            throw new NotAnExport("a rune has an event_id from 1 on, a kind and a conversation");
        }
        long version = number("schema_version", 1);
        if (version < 1 || version > Integer.MAX_VALUE) {
            throw new NotAnExport("schema_version is not a version");
        }
        RuneEnvelope envelope = new RuneEnvelope(
                text("conversation"),
                kind,
                lane(),
                Visibility.named(text("visibility")),
                number("turn", 0),
                text("agent"),
                number("causal_parent", 0),
                text("idempotency_key"),
                text("provider_call"),
                number("lease_epoch", 0),
                number("monotonic_ns", 0),
                number("wall_ms", 0),
                number("media_us", RuneEnvelope.NO_MEDIA_TIME),
                (int) version,
                text("pipeline_version"),
                text("place"),
                number("transport_sequence", 0),
                number("runtime_sequence", 0));
        return Rune.of(new RuneDraft(envelope, payload(kind)), eventId, Hash.ZERO);
    }

    /** An empty text of a request may have been left out. */
    private Json.Obj payload(String kind) throws NotAnExport {
        Json.Obj payload = switch (line.get("payload")) {
            case null -> Json.Obj.EMPTY;
            case Json.Obj given -> given;
            default -> throw new NotAnExport("payload is not an object");
        };
        if (kind.startsWith("verdict.")) {
            for (String key : OF_A_REQUEST) {
                payload = payload.has(key) ? payload : payload.with(key, "");
            }
        }
        return payload;
    }

    private Lane lane() throws NotAnExport {
        String name = text("lane");
        for (Lane lane : Lane.values()) {
            if (lane.name().toLowerCase(Locale.ROOT).equals(name)) {
                return lane;
            }
        }
        if (name.isEmpty()) {
            return Lane.DATA;
        }
        throw new NotAnExport("lane is none that is known");
    }

    private String text(String key) throws NotAnExport {
        return switch (line.get(key)) {
            case null -> "";
            case Json.Str(String text) -> text;
            default -> throw new NotAnExport(key + " is not a text");
        };
    }

    private long number(String key, long none) throws NotAnExport {
        return switch (line.get(key)) {
            case null -> none;
            case Json.Num(BigDecimal number)
            when (number.signum() >= 0 || key.equals("wall_ms") || key.equals("monotonic_ns"))
                    && number.abs().compareTo(LONGEST) <= 0
                    && number.stripTrailingZeros().scale() <= 0 -> number.longValue();
            default -> throw new NotAnExport(key + " is not a whole number");
        };
    }
}
