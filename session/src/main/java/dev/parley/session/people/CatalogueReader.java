package dev.parley.session.people;

import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.people.household.ToolName;
import dev.parley.pipeline.yaml.YamlDocument;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a catalogue of commands from YAML; every mistake names its line and field. */
public final class CatalogueReader {
    private static final String STANDARD = "commands.yaml";
    private static final List<String> FIELDS =
            List.of("name", "group", "risk", "confirmation", "consent_purpose", "intents");

    private CatalogueReader() {}

    /** The catalogue that comes with the house. */
    public static Catalogue standard() {
        try (InputStream in = CatalogueReader.class.getResourceAsStream(STANDARD)) {
            if (in == null) {
                throw new IllegalStateException(STANDARD + " is missing from the program");
            }
            return read(STANDARD, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws dev.parley.pipeline.yaml.BadYaml with line and field where the text is no catalogue */
    public static Catalogue read(String file, String text) {
        YamlMap root = YamlDocument.read(file, text).map().only(List.of("roles", "commands"));
        Map<Role, Set<CommandGroup>> roles = roles(root.required("roles").map());
        List<CommandSpec> commands = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlValue item : root.required("commands").items()) {
            commands.add(command(item, names));
        }
        return new Catalogue(commands, roles);
    }

    private static Map<Role, Set<CommandGroup>> roles(YamlMap fields) {
        fields.only(Arrays.stream(Role.values()).map(Role::name).toList());
        Map<Role, Set<CommandGroup>> roles = new EnumMap<>(Role.class);
        for (Role role : Role.values()) {
            Set<CommandGroup> groups = EnumSet.noneOf(CommandGroup.class);
            fields.required(role.name()).items().forEach(item -> groups.add(group(item)));
            roles.put(role, groups);
        }
        return roles;
    }

    private static CommandSpec command(YamlValue item, Set<String> names) {
        YamlMap fields = item.map().only(FIELDS);
        YamlValue name = fields.required("name");
        List<String> intents = new ArrayList<>();
        fields.optional("intents").ifPresent(list -> list.items().forEach(intent -> intents.add(intent.text())));
        once(name, name.text(), names);
        String own = ToolName.folded(name.text());
        fields.optional("intents")
                .ifPresent(list -> list.items().stream()
                        .filter(intent -> !ToolName.folded(intent.text()).equals(own))
                        .forEach(intent -> once(intent, intent.text(), names)));
        return new CommandSpec(
                name.text(),
                group(fields.required("group")),
                confirmation(fields),
                fields.optional("consent_purpose").map(YamlValue::text).orElse(null),
                intents);
    }

    /** A name or intent leads to one command, however it is spelled. */
    private static void once(YamlValue place, String name, Set<String> names) {
        String folded = ToolName.folded(name);
        if (folded.isEmpty()) {
            throw place.bad("a name has letters or digits");
        }
        if (!names.add(folded)) {
            throw place.bad("'" + name + "' leads to two commands");
        }
    }

    /** What is high-risk needs a confirmation; a file cannot say otherwise. */
    private static boolean confirmation(YamlMap fields) {
        boolean isHigh = fields.optional("risk", "low", value -> value.oneOf(List.of("low", "high")))
                .equals("high");
        boolean confirmation = fields.optional("confirmation", isHigh, YamlValue::flag);
        if (isHigh != confirmation) {
            YamlValue wrong = fields.has("confirmation") ? fields.required("confirmation") : fields.place();
            throw wrong.bad("a command needs a confirmation if, and only if, its risk is high");
        }
        return confirmation;
    }

    private static CommandGroup group(YamlValue value) {
        String name = value.oneOf(
                Arrays.stream(CommandGroup.values()).map(CommandGroup::toString).toList());
        return Arrays.stream(CommandGroup.values())
                .filter(group -> group.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
