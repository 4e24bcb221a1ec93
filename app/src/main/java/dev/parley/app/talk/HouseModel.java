package dev.parley.app.talk;

import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.Approver;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.people.Understanding.Act;
import dev.parley.session.people.Understanding.Note;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The built-in agent: rules in place of a language model, so that the first conversation needs no key and no network. It
 * wishes like any model; whether a wish is carried out is decided elsewhere.
 */
final class HouseModel implements Model {
    private static final String HELP =
            "I can turn lights on and off, set the volume, pause the music, close the door, open the"
                    + " garage, disable the alarm, order things and tell the weather.";

    private final Supplier<SessionHousehold> house;
    private final HouseWords words;
    private int calls;

    /** @param names whom the house knows */
    HouseModel(Supplier<SessionHousehold> house, List<String> names) {
        this.house = house;
        this.words = new HouseWords(names);
    }

    @Override
    public Reply reply(Prompt prompt, CancelToken cancel) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid(String by, String text) -> heard(by, text);
            case Message.ToolAnswered(String _, String tool, String status, Json content) ->
                Reply.says(told(tool, status, content));
            case Message.AssistantSaid _, Message.AssistantCalled _ -> Reply.says("");
        };
    }

    private Reply heard(String person, String text) {
        String aboutTheHouse = aboutTheHouse(person, text);
        if (aboutTheHouse != null) {
            return Reply.says(aboutTheHouse);
        }
        Intents.Wish wish = Intents.of(text);
        if (wish != null) {
            return call(wish);
        }
        String outOfRange = Intents.outOfRange(text);
        if (outOfRange != null) {
            return Reply.says(outOfRange);
        }
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.contains("hello") || lower.contains("good morning") || lower.startsWith("hi")) {
            return Reply.says("Hello. " + HELP);
        }
        return Reply.says(lower.contains("help") ? HELP : "I did not understand that. " + HELP);
    }

    /** What the person said or asked about themself or the company, as the house took it. */
    private @Nullable String aboutTheHouse(String person, String text) {
        if (Intents.statement(text) != null) {
            return house.get().mode().isShared() ? "I take it that others are here." : "I take it that we are alone.";
        }
        String taken = taken(text);
        if (taken != null) {
            return taken;
        }
        if (Intents.asksForMemories(text)) {
            return remembered(person);
        }
        Note note = Intents.note(text);
        if (note == null) {
            return SentenceExtractor.tells(text) && Intents.of(text) == null ? "I heard you." : null;
        }
        String field = note.field().replace('_', ' ');
        String known = house.get().fact(person, note.field());
        if (note.value() == null) {
            return known == null ? "I do not know your " + field + "." : "Your " + field + " is " + known + ".";
        }
        return note.value().equals(known)
                ? "I will remember your " + field + "."
                : "I cannot change your " + field + " now.";
    }

    /** What the house has taken from the sentence by now, said back. */
    private @Nullable String taken(String text) {
        if (words.manner(text) != null) {
            return "All right, from now on.";
        }
        List<Act> acts = words.acts(text);
        return acts.isEmpty()
                ? null
                : switch (acts.getFirst().action()) {
                    case "explicit_identity_claim" ->
                        house.get().approver(acts.getFirst().target()).standing() == Approver.Standing.UNCONFIRMED
                                ? "I hear that you are " + named(acts.getFirst().target())
                                        + ", and I cannot be sure of it yet."
                                : "I know, " + named(acts.getFirst().target()) + ".";
                    case "explicit_preference" ->
                        "All right, " + acts.getFirst().parameters().text("name") + ".";
                    case "participant_detected" ->
                        "Hello, "
                                + named(String.valueOf(
                                        acts.getFirst().parameters().text("person"))) + ".";
                    case "participant_left" -> "All right.";
                    default -> "That needs the owner's word first.";
                };
    }

    private static String named(String person) {
        return person.substring(0, 1).toUpperCase(Locale.ROOT) + person.substring(1);
    }

    private String remembered(String person) {
        List<String> memories = house.get().memories(person);
        return memories.isEmpty()
                ? "I remember nothing about you."
                : memories.stream().map(each -> "You told me: " + each + ".").collect(Collectors.joining(" "));
    }

    private Reply call(Intents.Wish wish) {
        return Reply.calls(
                new WantedCall("c" + ++calls, wish.tool(), wish.arguments().canonical()));
    }

    private String told(String tool, String status, Json content) {
        if (status.equals("success")) {
            return content instanceof Json.Obj ? done(tool, content) : "That is done.";
        }
        String reason = content instanceof Json.Obj fields ? fields.text("reason") : null;
        if (reason != null && reason.startsWith("denied by ") && !tool.equals("order")) {
            return "All right, I leave it.";
        }
        return "I did not " + spoken(tool) + ": " + (reason == null ? status : reason) + ".";
    }

    private static String spoken(String tool) {
        return switch (tool) {
            case "turn_on_light" -> "turn the lights on";
            case "turn_off_light" -> "turn the lights off";
            case "close_door" -> "close the door";
            case "open_garage" -> "open the garage";
            case "disable_alarm" -> "disable the alarm";
            case "set_volume" -> "set the volume";
            case "pause_music" -> "pause the music";
            case "delete_all_data" -> "delete all data";
            default -> tool;
        };
    }

    private static String done(String tool, Json content) {
        Json.Obj fields = content instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        return switch (tool) {
            case "turn_on_light", "turn_off_light" ->
                "The " + fields.text("place") + " lights are " + fields.text("now") + ".";
            case "weather" -> "The sky over " + fields.text("city") + " is " + fields.text("sky") + ".";
            case "order" -> "I have ordered " + fields.text("ordered") + ".";
            case "set_volume" -> "The volume is at " + fields.text("now") + ".";
            case "delete_all_data" -> "Everything is forgotten.";
            default -> "Done: the " + fields.text("device") + " is " + fields.text("now") + ".";
        };
    }
}
