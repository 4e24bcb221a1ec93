package dev.parley.agent.record;

import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;

/** What every broken invariant leaves in the record (ruling X1). */
public final class ViolationRune {
    public static final String KIND = "system.invariant_violation";

    private ViolationRune() {}

    public static RuneDraft of(String conversation, Violation violation) {
        return RuneDraft.of(conversation, KIND, payload(violation)).withVisibility(Visibility.INTERNAL);
    }

    public static Json.Obj payload(Violation violation) {
        return Json.Obj.EMPTY
                .with("id", violation.id())
                .with("level", violation.level().name())
                .with("reason", violation.reason());
    }
}
