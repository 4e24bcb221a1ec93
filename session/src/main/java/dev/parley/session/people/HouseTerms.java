package dev.parley.session.people;

import dev.parley.session.tool.Wording;
import java.util.Locale;

/** How the house calls what it asks about, so that a question and what is said of it later are in the same words. */
public final class HouseTerms {
    private HouseTerms() {}

    /** What is done with somebody's consent. */
    public static String does(String purpose) {
        return purpose.equals("recording")
                ? "record what is said here"
                : "use what you tell me for " + Wording.value(purpose);
    }

    /** What belongs to a group of commands, as people call it. */
    public static String things(String group) {
        return switch (group) {
            case "home_automation" -> "the lights, the door and the garage";
            case "media" -> "the music and the volume";
            case "security" -> "the alarm";
            case "robot_control" -> "the robots";
            case "system" -> "what the house remembers";
            default -> "everything of the group " + Wording.value(group);
        };
    }

    public static String named(String person) {
        return person.isEmpty() ? "" : person.substring(0, 1).toUpperCase(Locale.ROOT) + person.substring(1);
    }
}
