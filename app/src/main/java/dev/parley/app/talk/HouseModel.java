package dev.parley.app.talk;

import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.session.people.Heard;
import dev.parley.session.people.HouseView;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.people.Understanding.Note;
import dev.parley.session.port.People;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
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
    private final FreeWords words;
    private int calls;
    private String asking = "";
    private @Nullable String offer;
    private String offeredTo = "";

    /** @param words how the house understands its people */
    HouseModel(Supplier<SessionHousehold> house, FreeWords words) {
        this.house = house;
        this.words = words;
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

    private Reply heard(String person, String said) {
        asking = person;
        FreeWords.Reading reading = words.read(said);
        String text = reading.plain();
        boolean isTaken = !house.get().view().heard().isEmpty();
        Intents.Wish agreed = isTaken ? null : agreed(person, said);
        offer = reading.offer();
        offeredTo = person;
        if (agreed != null) {
            return call(agreed);
        }
        if (reading.instead() != null && !isTaken) {
            return Reply.says(reading.instead());
        }
        String aboutTheHouse = aboutTheHouse(person, text);
        if (aboutTheHouse != null) {
            return Reply.says(aboutTheHouse);
        }
        Intents.Wish wish = Intents.of(text);
        if (wish != null) {
            return call(wish);
        }
        if (SmallTalk.stops(text)) {
            return Reply.says("All right.");
        }
        String lower = text.toLowerCase(Locale.ROOT);
        if (SmallTalk.greets(text)) {
            return Reply.says(hello(person));
        }
        return Reply.says(
                lower.contains("help") || lower.contains("what can you do")
                        ? HELP
                        : "I did not understand that. " + HELP);
    }

    /** What was asked back last, if this is a yes of the person who was asked; or null. */
    private Intents.@Nullable Wish agreed(String person, String said) {
        String offered = offer;
        return offered != null && person.equals(offeredTo) && YesOrNo.of(said) == YesOrNo.YES
                ? Intents.of(offered)
                : null;
    }

    /** A greeting is the moment to ask how somebody wants to be called. */
    private String hello(String person) {
        HouseView view = house.get().view();
        String name = view.address(person);
        return "Hello" + (name.isEmpty() ? "" : ", " + name) + ". " + HELP
                + (view.asksForAddress(person) ? " How shall I call you?" : "");
    }

    /** What the person said or asked about themself or the company, as the house took it. */
    private @Nullable String aboutTheHouse(String person, String text) {
        if (SmallTalk.statement(text) != null) {
            return house.get().mode().isShared() ? "I take it that others are here." : "I take it that we are alone.";
        }
        String taken = taken(person, text);
        if (taken != null) {
            return taken;
        }
        HouseReplies replies = new HouseReplies(house.get().view());
        if (SmallTalk.asksForMemories(text)) {
            return replies.remembered(person);
        }
        if (SmallTalk.asksWho(text) != null) {
            return "me".equals(SmallTalk.asksWho(text)) ? replies.who(person) : replies.company();
        }
        Note note = words.note(text);
        if (note == null) {
            return SentenceExtractor.tells(text) && Intents.of(text) == null ? "I heard you." : null;
        }
        String field = note.field().replace('_', ' ');
        String known = house.get().fact(person, note.field());
        return known == null ? "I do not know your " + field + "." : "Your " + field + " is " + known + ".";
    }

    /** What the house has taken from the sentence by now, said back. */
    private @Nullable String taken(String person, String text) {
        List<Heard> heard = house.get().view().heard();
        if (!heard.isEmpty()) {
            return new HouseReplies(house.get().view()).of(heard.getLast(), person);
        }
        Json.Obj manner = words.manner(text);
        return manner == null ? null : manner.has(People.OFF) ? "All right, as before." : "All right, from now on.";
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
        if (reason != null && reason.startsWith("denied by ")) {
            String by = reason.substring("denied by ".length());
            return by.equals(asking)
                    ? tool.equals("order") ? "I did not order anything." : "All right, I leave it."
                    : "I did not " + spoken(tool) + ": " + HouseReplies.named(by) + " said no.";
        }
        return new HouseReplies(house.get().view()).refusal(asking, spoken(tool), reason == null ? status : reason);
    }

    /** What a tool does, after "Shall I". */
    static String spoken(String tool) {
        return switch (tool) {
            case "turn_on_light" -> "turn the lights on";
            case "turn_off_light" -> "turn the lights off";
            case "close_door" -> "close the door";
            case "open_garage" -> "open the garage";
            case "disable_alarm" -> "disable the alarm";
            case "set_volume" -> "set the volume";
            case "pause_music" -> "pause the music";
            case "delete_all_data" -> "delete all data";
            case "weather" -> "tell the weather";
            default -> "order that";
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
            case "delete_all_data" ->
                "Everything that I was told is forgotten. The record of what was said and decided stays.";
            default -> "Done: the " + fields.text("device") + " is " + fields.text("now") + ".";
        };
    }
}
