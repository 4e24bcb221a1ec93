package dev.parley.app.talk;

import dev.parley.agent.tool.CallGate;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.people.household.ToolStanding;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.session.people.SessionHousehold;
import org.jspecify.annotations.Nullable;

/**
 * Puts every call that is a command of the house before the command machine, in the name of who is talking. A tool that
 * changes the world, is no command and has no rule of its own in the policy is refused (ruling B18).
 */
final class HouseholdGate implements CallGate {
    /** The refusal of a command that a yes of the person would release. */
    static final String AWAITS_YES = "it needs a yes first";

    private final SessionHousehold house;
    private final String person;
    private final ToolPolicy policy;

    HouseholdGate(SessionHousehold house, String person, ToolPolicy policy) {
        this.house = house;
        this.person = person;
        this.policy = policy;
    }

    @Override
    public @Nullable String refusal(ToolCall call, ToolSpec spec) {
        boolean hasTerms = policy.rules().containsKey(spec.name());
        if (house.standing(spec.name(), spec.safety().changesTheWorld(), hasTerms) instanceof ToolStanding.Undeclared) {
            return "nobody has said on which terms " + spec.name() + " may run";
        }
        if (house.takeYes(person, spec.name())) {
            return null;
        }
        return switch (house.command(person, spec.name())) {
            case NOT_A_COMMAND, RELEASED -> null;
            case AWAITS_YES -> AWAITS_YES;
            case DENIED -> house.refusal();
        };
    }
}
