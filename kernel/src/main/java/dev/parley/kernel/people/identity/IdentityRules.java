package dev.parley.kernel.people.identity;

import dev.parley.kernel.people.Rule;
import java.util.List;

/** The guards of an identity. */
public final class IdentityRules {
    public static final String NO_SILENT_DOWNGRADE = "people.identity.no_silent_downgrade";

    private IdentityRules() {}

    public static List<Rule<IdentityState, IdentityEvent>> all() {
        return List.of(new Rule<>(
                NO_SILENT_DOWNGRADE, "Time alone never takes a confirmed identity away.", (state, event) -> {
                    boolean isTimeout = event instanceof IdentityEvent.TimedOut
                            || (event instanceof IdentityEvent.SilenceTimedOut
                                    && state instanceof IdentityState.Confirmed);
                    return state.isConfirmed() && isTimeout
                            ? "a confirmed identity is lost to a strong conflict or to the end of the conversation only"
                            : null;
                }));
    }
}
