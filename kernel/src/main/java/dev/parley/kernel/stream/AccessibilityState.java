package dev.parley.kernel.stream;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.stream.StreamEvent.UpdateOverride.Changes;
import dev.parley.kernel.stream.StreamEvent.UpdateOverride.Setting;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * An active override (stream model 5.1); where none is active there is no such value.
 *
 * @param speechRate the rate at which speech is to be played, or null for the agent's own
 * @param pauseAmplification the factor by which pauses grow, or null for the agent's own
 */
public record AccessibilityState(
        Scope scope,
        @Nullable BigDecimal speechRate,
        @Nullable BigDecimal pauseAmplification,
        boolean forcedCaptions) {
    /** The least and the most of a speech rate and of a pause amplification, where 1 is the agent's own. */
    static final BigDecimal SLOWEST = new BigDecimal("0.1");

    static final BigDecimal FASTEST = BigDecimal.TEN;

    /** The parameters that ask for exactly this override; a number that is null asks for the agent's own. */
    public Json.Obj toJson() {
        return Json.Obj.EMPTY
                .with("scope", scope.code())
                .with("speech_rate", speechRate == null ? Json.Null.NULL : new Json.Num(speechRate))
                .with(
                        "pause_amplification",
                        pauseAmplification == null ? Json.Null.NULL : new Json.Num(pauseAmplification))
                .with("forced_captions", forcedCaptions);
    }

    AccessibilityState with(Changes changes) {
        Scope newScope = changes.scope();
        Boolean captions = changes.forcedCaptions();
        return new AccessibilityState(
                newScope == null ? scope : newScope,
                changed(speechRate, changes.speechRate()),
                changed(pauseAmplification, changes.pauseAmplification()),
                captions == null ? forcedCaptions : captions);
    }

    private static @Nullable BigDecimal changed(@Nullable BigDecimal present, @Nullable Setting setting) {
        return setting == null ? present : setting.value();
    }
}
