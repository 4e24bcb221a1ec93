package dev.parley.app.talk;

import dev.parley.agent.tool.CallGate;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.session.people.SessionHousehold;
import org.jspecify.annotations.Nullable;

/** Puts every call that is a command of the house before the command machine, in the name of who is talking. */
final class HouseholdGate implements CallGate {
    /** The refusal of a command that a yes of the person would release. */
    static final String AWAITS_YES = "it needs a yes first";

    private final SessionHousehold house;
    private final String person;

    HouseholdGate(SessionHousehold house, String person) {
        this.house = house;
        this.person = person;
    }

    @Override
    public @Nullable String refusal(ToolCall call, ToolSpec spec) {
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
