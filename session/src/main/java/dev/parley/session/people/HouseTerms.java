package dev.parley.session.people;

import java.util.Locale;

/** How the house calls what it asks about, so that a question and what is said of it later are in the same words. */
public final class HouseTerms {
    private static final String ASKS = "? Please say yes or no.";

    private HouseTerms() {}

    public static String asksConsent(String purpose) {
        return "May I " + does(purpose) + ASKS;
    }

    public static String asksLoan(String to, String group) {
        return "Shall I let " + named(to) + " use " + things(group) + " until we part" + ASKS;
    }

    /** @param what whose field it is, and which */
    public static String asksUpdate(String what) {
        return "Shall I change " + what + ASKS;
    }

    /** What is done with somebody's consent. */
    public static String does(String purpose) {
        return purpose.equals("recording") ? "record what is said here" : "use what you tell me for " + purpose;
    }

    /** What belongs to a group of commands, as people call it. */
    public static String things(String group) {
        return switch (group) {
            case "home_automation" -> "the lights, the door and the garage";
            case "media" -> "the music and the volume";
            case "security" -> "the alarm";
            case "robot_control" -> "the robots";
            default -> "what the house remembers";
        };
    }

    public static String named(String person) {
        return person.isEmpty() ? "" : person.substring(0, 1).toUpperCase(Locale.ROOT) + person.substring(1);
    }
}
