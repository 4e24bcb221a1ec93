package dev.parley.kernel.people.mode;

import dev.parley.kernel.people.Rule;
import dev.parley.kernel.people.age.AgeClass;
import java.util.List;

/** Who may say that nobody else is there, and when (ruling B6). */
public final class ModeRules {
    public static final String ALONE_BY_ADULT = "people.mode.alone_by_confirmed_adult";
    public static final String ALONE_WITH_COMPANY = "people.mode.alone_with_company";

    private ModeRules() {}

    public static List<Rule<ModeState, ModeEvent>> all() {
        return List.of(
                new Rule<>(
                        ALONE_BY_ADULT,
                        "Only a confirmed adult can say that nobody else is there.",
                        (state, event) -> event instanceof ModeEvent.AloneStated alone && !isCredible(alone)
                                ? "the speaker is not a confirmed adult"
                                : null),
                new Rule<>(
                        ALONE_WITH_COMPANY,
                        "Nobody who is known to be present can be talked away.",
                        (state, event) -> event instanceof ModeEvent.AloneStated && isCompany(state.company())
                                ? "someone is known to be present"
                                : null));
    }

    /** Whether the statement makes the conversation private. */
    static boolean counts(ModeEvent.AloneStated alone, Company company) {
        return isCredible(alone) && !isCompany(company);
    }

    private static boolean isCredible(ModeEvent.AloneStated alone) {
        return alone.confirmed() && alone.age() == AgeClass.ADULT;
    }

    private static boolean isCompany(Company company) {
        return !company.detected().isEmpty();
    }
}
