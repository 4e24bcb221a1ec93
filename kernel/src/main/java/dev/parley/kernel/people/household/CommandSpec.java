package dev.parley.kernel.people.household;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.command.CommandGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

    Json.Obj toJson() {
        Json.Obj json = Json.Obj.EMPTY
                .with("name", name)
                .with("group", group.toString())
                .with("confirmation", confirmation)
                .with("intents", Json.texts(intents));
        return consentPurpose == null ? json : json.with("consent_purpose", consentPurpose);
    }

    /** @throws IllegalArgumentException where it is no command that was recorded */
    static CommandSpec read(Json json) {
        if (!(json instanceof Json.Obj fields) || fields.text("name") == null || fields.get("group") == null) {
            throw new IllegalArgumentException("a recorded command has a name and a group");
        }
        List<String> intents = new ArrayList<>();
        if (fields.get("intents") instanceof Json.Arr(List<Json> items)) {
            items.forEach(item -> intents.add(item instanceof Json.Str(String text) ? text : item.text()));
        }
        return new CommandSpec(
                Objects.requireNonNull(fields.text("name")),
                CommandGroup.named(Objects.requireNonNull(fields.get("group"))),
                Boolean.TRUE.equals(fields.flag("confirmation")),
                fields.text("consent_purpose"),
                intents);
    }
}
