package dev.parley.kernel.people.household;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.command.CommandGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which commands there are, and which groups each role may use. What is not listed never runs. */
public final class Catalogue {
    /** Made once, for all houses. */
    private static final Catalogue STANDARD = listed();

    private final Map<String, CommandSpec> commands;
    /** By folded name and folded intent. */
    private final Map<String, CommandSpec> byWord = new HashMap<>();

    private final Map<Role, Set<CommandGroup>> groups;

    public Catalogue(List<CommandSpec> commands, Map<Role, Set<CommandGroup>> groups) {
        Map<String, CommandSpec> byName = new LinkedHashMap<>();
        for (CommandSpec command : commands) {
            byName.put(command.name(), command);
            if (ToolName.folded(command.name()).isEmpty()) {
                throw new IllegalArgumentException("a command has letters or digits in its name");
            }
            if (byWord.put(ToolName.folded(command.name()), command) != null) {
                throw new IllegalArgumentException("command " + command.name() + " is listed twice");
            }
        }
        this.commands = Collections.unmodifiableMap(byName);
        for (CommandSpec command : commands) {
            for (String intent : command.intents()) {
                CommandSpec other = byWord.put(ToolName.folded(intent), command);
                if (other != null && !other.equals(command)) {
                    throw new IllegalArgumentException("'" + intent + "' leads to two commands");
                }
            }
        }
        this.groups = new EnumMap<>(Role.class);
        for (Role role : Role.values()) {
            Set<CommandGroup> allowed = EnumSet.noneOf(CommandGroup.class);
            allowed.addAll(groups.getOrDefault(role, Set.of()));
            this.groups.put(role, Collections.unmodifiableSet(allowed));
        }
    }

    /** The catalogue of a house that has none of its own. */
    public static Catalogue standard() {
        return STANDARD;
    }

    private static Catalogue listed() {
        return new Catalogue(
                List.of(
                        plain("turn_on_light", CommandGroup.HOME_AUTOMATION),
                        plain("turn_off_light", CommandGroup.HOME_AUTOMATION),
                        risky("close_door", CommandGroup.HOME_AUTOMATION),
                        risky("open_garage", CommandGroup.HOME_AUTOMATION),
                        plain("set_volume", CommandGroup.MEDIA),
                        plain("pause_music", CommandGroup.MEDIA),
                        risky("disable_alarm", CommandGroup.SECURITY),
                        risky("delete_all_data", CommandGroup.SYSTEM)),
                standardRoles());
    }

    /** OWNER uses every group, ADMIN all but system, OPERATOR the everyday ones, GUEST media. */
    public static Map<Role, Set<CommandGroup>> standardRoles() {
        Map<Role, Set<CommandGroup>> roles = new EnumMap<>(Role.class);
        roles.put(Role.OWNER, EnumSet.allOf(CommandGroup.class));
        roles.put(Role.ADMIN, EnumSet.complementOf(EnumSet.of(CommandGroup.SYSTEM)));
        roles.put(
                Role.OPERATOR,
                EnumSet.of(CommandGroup.HOME_AUTOMATION, CommandGroup.MEDIA, CommandGroup.ROBOT_CONTROL));
        roles.put(Role.GUEST, EnumSet.of(CommandGroup.MEDIA));
        return roles;
    }

    private static CommandSpec plain(String name, CommandGroup group) {
        return new CommandSpec(name, group, false, null, List.of());
    }

    private static CommandSpec risky(String name, CommandGroup group) {
        return new CommandSpec(name, group, true, null, List.of());
    }

    /** The command that is called so by name or by intent, however it is spelled; null if none is listed. */
    public @Nullable CommandSpec command(String word) {
        CommandSpec exact = commands.get(word);
        return exact == null ? byWord.get(ToolName.folded(word)) : exact;
    }

    /** The command that a tool of this name is, also behind a server's prefix; null if it is none. */
    public @Nullable CommandSpec commandOf(String toolName) {
        CommandSpec exact = commands.get(toolName);
        if (exact != null) {
            return exact;
        }
        for (String reading : ToolName.readings(toolName)) {
            CommandSpec command = byWord.get(reading);
            if (command != null) {
                return command;
            }
        }
        return null;
    }

    public List<CommandSpec> commands() {
        return List.copyOf(commands.values());
    }

    /** The catalogue as a conversation records it, so that its log replays alone. */
    public Json.Obj toJson() {
        List<Json> listed = new ArrayList<>();
        commands.values().forEach(command -> listed.add(command.toJson()));
        Json.Obj roles = Json.Obj.EMPTY;
        for (Map.Entry<Role, Set<CommandGroup>> each : groups.entrySet()) {
            List<String> open =
                    each.getValue().stream().map(CommandGroup::toString).toList();
            roles = roles.with(each.getKey().name(), Json.texts(open));
        }
        return Json.Obj.EMPTY.with("roles", roles).with("commands", Json.of(listed));
    }

    /** Reads what {@link #toJson} wrote. */
    static Catalogue read(Json.Obj json) {
        List<CommandSpec> commands = new ArrayList<>();
        if (json.get("commands") instanceof Json.Arr(List<Json> items)) {
            items.forEach(item -> commands.add(CommandSpec.read(item)));
        }
        Map<Role, Set<CommandGroup>> roles = new EnumMap<>(Role.class);
        for (Role role : Role.values()) {
            Set<CommandGroup> open = EnumSet.noneOf(CommandGroup.class);
            if (json.get("roles") instanceof Json.Obj all && all.get(role.name()) instanceof Json.Arr(var names)) {
                names.forEach(name -> open.add(CommandGroup.named(name)));
            }
            roles.put(role, open);
        }
        return new Catalogue(commands, roles);
    }

    /** Whether a tool is open to this person, by role or by a loan of its group; one that is no command is in no group. */
    public boolean isOpenTo(Person person, String toolName) {
        CommandSpec command = commandOf(toolName);
        return command == null
                || isOpenTo(person.role(), command.group())
                || CommandRules.isLent(person, command.group());
    }

    public boolean isOpenTo(Role role, CommandGroup group) {
        return groups.getOrDefault(role, Set.of()).contains(group);
    }
}
