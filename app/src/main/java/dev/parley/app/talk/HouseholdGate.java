package dev.parley.app.talk;

import dev.parley.agent.tool.CallGate;
import dev.parley.agent.tool.ToolSpec;
import dev.parley.kernel.tool.ToolCall;
import org.jspecify.annotations.Nullable;

/** Puts every call that is a command of the house before the command machine, in the name of who is talking. */
final class HouseholdGate implements CallGate {
    /** The refusal of a command that a yes of the person would release. */
    static final String AWAITS_YES = "it needs a yes first";

    private final HouseDesk house;
    private final String person;

    HouseholdGate(HouseDesk house, String person) {
        this.house = house;
        this.person = person;
    }

    @Override
    public @Nullable String refusal(ToolCall call, ToolSpec spec) {
        if (!house.knows(spec.name())) {
            return null;
        }
        return switch (house.command(person, spec.name())) {
            case HouseDesk.Answer.Released() -> null;
            case HouseDesk.Answer.AwaitsYes() -> AWAITS_YES;
            case HouseDesk.Answer.Denied(String reason) -> reason;
        };
    }
}
