package dev.parley.app.talk;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the house offers when it asks back: a wish in plain words, and with the place of a value that it asks for. */
final class Offers {
    private static final Pattern YES_OR_NO = Pattern.compile("\\b(?:Shall I|Do you want me to)\\b");
    private static final Pattern ROOM = Pattern.compile("\\bWhich (?:room|one first)\\b");
    private static final Pattern LEVEL = Pattern.compile("\\b[Ww]hich (?:level|volume)\\b");
    private static final Pattern CITY = Pattern.compile("\\bIn which city\\b");

    private Offers() {}

    /** What an answer to this question completes, in words that the rules know; null if it asks for something else. */
    static @Nullable String of(Intents.Wish wish, String question) {
        boolean asksValue = ROOM.matcher(question).find()
                || LEVEL.matcher(question).find()
                || CITY.matcher(question).find();
        return asksValue
                ? words(wish.tool(), "{room}", "{level}", "{city}", item(wish))
                : YES_OR_NO.matcher(question).find()
                        ? words(wish.tool(), room(wish), level(wish), city(wish), item(wish))
                        : null;
    }

    private static String words(String tool, String room, String level, String city, String item) {
        return switch (tool) {
            case "turn_on_light" -> "turn on the " + room + " lights";
            case "turn_off_light" -> "turn off the " + room + " lights";
            case "set_volume" -> "set the volume to " + level;
            case "weather" -> "weather in " + city;
            case "order" -> "order " + item;
            case "delete_all_data" -> "delete everything";
            default -> HouseModel.spoken(tool);
        };
    }

    private static String room(Intents.Wish wish) {
        String room = wish.arguments().text("room");
        return room != null && Slots.ROOMS.contains(room) ? room : "{room}";
    }

    private static String level(Intents.Wish wish) {
        BigDecimal level = wish.arguments().number("level");
        return level == null || level.signum() < 0 ? "{level}" : level.toPlainString();
    }

    private static String city(Intents.Wish wish) {
        String city = wish.arguments().text("city");
        return city == null || city.isEmpty() ? "{city}" : city;
    }

    private static String item(Intents.Wish wish) {
        String item = wish.arguments().text("item");
        return item == null || item.isEmpty() ? "{item}" : item;
    }

    /** What would be done, after "Shall I". */
    static String does(Intents.Wish wish) {
        String room = room(wish);
        return switch (wish.tool()) {
            case "turn_on_light", "turn_off_light" ->
                HouseModel.spoken(wish.tool())
                        .replace("the lights", missing(room) ? "the lights" : "the " + room + " lights");
            case "order" -> missing(item(wish)) ? "order that" : "order " + item(wish);
            default -> HouseModel.spoken(wish.tool());
        };
    }

    private static boolean missing(String value) {
        return value.startsWith("{");
    }
}
