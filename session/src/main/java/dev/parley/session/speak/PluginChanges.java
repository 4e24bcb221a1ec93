package dev.parley.session.speak;

import dev.parley.kernel.json.Json;
import dev.parley.session.port.Manner;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What plugins want of the next reply (stream model 2.4). Each change is one revision of the reply's graph. A change that
 * its plugin took back, that asks for the impossible, or that a person's own override stands above is rolled back before
 * the owner commits; whatever is not rolled back shapes how the reply is spoken.
 */
final class PluginChanges {
    /** As for a person's override (ruling S7): a rate next to zero would make one sentence last for days. */
    private static final BigDecimal LEAST = new BigDecimal("0.1");

    private static final BigDecimal MOST = BigDecimal.TEN;

    /** The fields of a person's override, which no plugin may name, with those of the state model's (ruling A9). */
    private static final List<String> PROTECTED =
            List.of("override_active", "speech_rate_override", "forced_captions", "override_scope");

    private final Map<String, Wish> wishes = new LinkedHashMap<>();

    /** A change, and whether its plugin has taken it back. */
    private record Wish(Json.Obj change, boolean withdrawn) {}

    /** How a step of the graph is asked for. */
    interface Steps {
        void ask(String actor, String action, Json.Obj parameters);
    }

    /** The field of somebody's override that the change would touch, or null. */
    static @Nullable String touched(Json.Obj change) {
        return PROTECTED.stream().filter(change::has).findFirst().orElse(null);
    }

    /** A plugin wants this; nothing at all takes back what it wanted before. */
    void add(String plugin, Json.Obj change) {
        Wish before = wishes.get(plugin);
        if (!change.fields().isEmpty()) {
            wishes.put(plugin, new Wish(change, false));
        } else if (before != null) {
            wishes.put(plugin, new Wish(before.change(), true));
        }
    }

    boolean isEmpty() {
        return wishes.isEmpty();
    }

    /** How the next reply is to be spoken if no override counts, at this rate where no plugin wants another. */
    Manner manner(BigDecimal rate) {
        Manner manner = new Manner(rate, BigDecimal.ONE, false);
        for (Wish wish : wishes.values()) {
            if (isPossible(wish)) {
                manner = changed(manner, wish.change());
            }
        }
        return manner;
    }

    private static boolean isPossible(Wish wish) {
        return !wish.withdrawn()
                && isFactor(wish.change().get("speech_rate"))
                && isFactor(wish.change().get("pause_amplification"));
    }

    private static boolean isFactor(@Nullable Json value) {
        return value == null
                || (value instanceof Json.Num(BigDecimal number)
                        && number.compareTo(LEAST) >= 0
                        && number.compareTo(MOST) <= 0);
    }

    private static Manner changed(Manner before, Json.Obj change) {
        BigDecimal rate = change.number("speech_rate");
        BigDecimal pauses = change.number("pause_amplification");
        Boolean captions = change.flag("captions");
        return new Manner(
                rate == null ? before.rate() : rate,
                pauses == null ? before.pauses() : pauses,
                captions == null ? before.captions() : captions);
    }

    /**
     * Writes all changes into the graph of a reply that is being compiled, and forgets them.
     *
     * @param overridden whether a person's own override counts for it
     */
    void write(String owner, boolean overridden, Steps steps) {
        wishes.forEach((plugin, wish) -> {
            steps.ask(plugin, "MUTATE_GRAPH", Json.Obj.EMPTY.with("change", wish.change()));
            if (wish.withdrawn()) {
                steps.ask(plugin, "ROLLBACK", Json.Obj.EMPTY);
            } else if (overridden || !isPossible(wish)) {
                steps.ask(owner, "ROLLBACK", Json.Obj.EMPTY);
            }
        });
        if (!wishes.isEmpty()) {
            steps.ask(owner, "COMMIT", Json.Obj.EMPTY);
        }
        wishes.clear();
    }
}
