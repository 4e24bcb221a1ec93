package dev.parley.kernel.people.household;

import dev.parley.kernel.people.command.CommandGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One command of the catalogue.
 *
 * @param confirmation whether it needs a spoken confirmation; such a command is high-risk
 * @param consentPurpose the purpose to which the person must have consented, or null where none is needed
 * @param intents what a model may call it by
 */
public record CommandSpec(
        String name,
        CommandGroup group,
        boolean confirmation,
        @Nullable String consentPurpose,
        List<String> intents) {

    public CommandSpec {
        intents = List.copyOf(intents);
    }
}
