package dev.parley.kernel.people.command;

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

    @Override
    public String toString() {
        return printed;
    }
}
