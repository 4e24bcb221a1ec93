package dev.parley.sim.result;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.math.BigDecimal;

/** Reads times, texts and numbers out of runes. */
final class Moments {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private Moments() {}

    static long at(Rune rune) {
        return rune.envelope().monotonicNanos() / NANOS_PER_MILLI;
    }

    static String text(Rune rune, String key) {
        String found = rune.payload().text(key);
        return found == null ? "" : found;
    }

    static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }

    static boolean flag(Rune rune, String key) {
        return Boolean.TRUE.equals(rune.payload().flag(key));
    }

    static Json orNull(long value) {
        return value < 0 ? Json.Null.NULL : Json.of(value);
    }
}
