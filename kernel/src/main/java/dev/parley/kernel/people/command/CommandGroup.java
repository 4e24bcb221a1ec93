package dev.parley.kernel.people.command;

import dev.parley.kernel.json.Json;

/** What a role or a delegation opens; groups do not include each other (ruling B8). */
public enum CommandGroup {
    HOME_AUTOMATION("home_automation"),
    ROBOT_CONTROL("robot_control"),
    SECURITY("security"),
    MEDIA("media"),
    SYSTEM("system");

    private final String printed;

    CommandGroup(String printed) {
        this.printed = printed;
    }

    /** @throws IllegalArgumentException where there is no such group */
    public static CommandGroup named(Json name) {
        for (CommandGroup group : values()) {
            if (name.equals(Json.of(group.printed))) {
                return group;
            }
        }
        throw new IllegalArgumentException(name.text() + " is no group of commands");
    }

    @Override
    public String toString() {
        return printed;
    }
}
