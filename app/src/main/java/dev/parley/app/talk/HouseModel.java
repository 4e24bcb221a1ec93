package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.YesOrNo;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.session.people.Heard;
import dev.parley.session.people.HouseView;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.people.Understanding.Note;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The built-in agent: rules in place of a language model, so that the first conversation needs no key and no network. It
 * wishes like any model; whether a wish is carried out is decided elsewhere.
 */
final class HouseModel implements Model {
    /** Where no room was lit or darkened just now, nobody knows which one is meant. */
    private static final String ANY_ROOM = "living room";

    private static final String NOT_UNDERSTOOD = "I did not understand that. Ask me what I can do.";
    private static final String CAREFUL = "I take it that somebody else is here. ";

    private final Supplier<SessionHousehold> house;
    private final FreeWords words;
    private final OwnCommands own;
    private int calls;
    /** The room whose lights were turned on or off just now, or nothing. */
    private String lit = "";
    /** Whether they were turned on or off. */
    private String way = "";

    private String asking = "";

    /**
     * @param words how the house understands its people
     * @param own what can be asked of tools beside those of the house
     */
    HouseModel(Supplier<SessionHousehold> house, FreeWords words, OwnCommands own) {
        this.house = house;
        this.words = words;
        this.own = own;
    }

    @Override
    public Reply reply(Prompt prompt, CancelToken cancel) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid(String by, String text) ->
                YesOrNo.asksAgain(text) || words.isUnclear(text) ? Reply.says(lastSaid(prompt)) : heard(by, text);
            case Message.ToolAnswered(String _, String tool, String status, Json content) ->
                Reply.says(
                        isHalfAgreed(prompt, content)
                                ? "I can only do it just as I asked, so I leave it."
                                : told(tool, status, content));
            case Message.AssistantSaid _, Message.AssistantCalled _ -> Reply.says("");
        };
    }

    private static String lastSaid(Prompt prompt) {
        return prompt.messages().stream()
                .filter(Message.AssistantSaid.class::isInstance)
                .map(said -> ((Message.AssistantSaid) said).text())
                .reduce((_, later) -> later)
                .orElse("I have not said anything yet.");
    }

    /** Whether somebody said yes to something else than they were asked, which is a no. */
    private static boolean isHalfAgreed(Prompt prompt, Json content) {
        String reason = content instanceof Json.Obj fields ? fields.text("reason") : null;
        return reason != null
                && reason.startsWith("denied by ")
                && prompt.messages().stream()
                        .filter(Message.UserSaid.class::isInstance)
                        .map(Message.UserSaid.class::cast)
                        .reduce((_, later) -> later)
                        .filter(last -> YesOrNo.isConditional(last.text()))
                        .isPresent();
    }

    private Reply heard(String person, String said) {
        asking = person;
        String room = lit;
        lit = "";
        boolean isTaken = !house.get().view().heard().isEmpty();
        List<String> meant = words.meant(said);
        if (meant.isEmpty() && !isTaken) {
            return Reply.says("All right, I leave it.");
        }
        String sentence = meant.isEmpty() ? said : meant.getLast();
        if (Scope.isLong(sentence)) {
            return atLength(person, sentence, isTaken);
        }
        Gist.Lights lights = words.gist(sentence).lights();
        boolean isThem = lights.them() != null && !isTaken;
        if (isThem && room.isEmpty()) {
            return Reply.says("What shall I turn " + lights.them() + "?");
        }
        String instead = isTaken || room.isEmpty() ? null : lights.instead();
        String corrected = instead == null ? sentence : "turn " + way + " the " + instead + " lights";
        String placed = isThem
                ? "turn " + lights.them() + " the " + room + " lights"
                : isTaken ? sentence : placed(person, corrected, room);
        Reply reply = answer(person, placed, isTaken);
        return meant.size() > 1 && !reply.text().isEmpty() ? Reply.says(CAREFUL + reply.text()) : reply;
    }

    /** The answer to a text that is too long for a wish: what a tool takes whole, and what somebody tells of themself. */
    private Reply atLength(String person, String text, boolean isTaken) {
        Gist gist = words.gist(text);
        Intents.Wish wish = isTaken ? null : gist.own();
        if (wish != null) {
            return call(wish);
        }
        HouseReplies replies = new HouseReplies(house.get().view());
        String taken = taken(person, text);
        if (taken != null) {
            return Reply.says(taken);
        }
        return Reply.says(gist.tells() ? replies.remembers(person, text) : NOT_UNDERSTOOD);
    }

    /**
     * The lights of no room in particular are those that were turned on or off just now. Else the house asks for the room, but
     * not somebody for whom it would turn them on or off in none: they are refused at once.
     */
    private String placed(String person, String sentence, String room) {
        Intents.Wish wish = words.gist(sentence).lights().roomless();
        boolean isAsked = wish == null || (room.isEmpty() && house.get().view().isOpenTo(person, wish.tool()));
        return wish == null || isAsked
                ? sentence
                : "turn " + (wish.tool().equals("turn_on_light") ? "on" : "off") + " the "
                        + (room.isEmpty() ? ANY_ROOM : room) + " lights";
    }

    private Reply answer(String person, String said, boolean isTaken) {
        Intents.Wish other =
                isTaken || words.wish(said) != null ? null : words.gist(said).own();
        if (other != null) {
            return call(other);
        }
        FreeWords.Reading reading = words.read(said);
        String text = reading.plain();
        if (reading.instead() != null && !isTaken) {
            words.ask(person, reading);
            return Reply.says(reading.instead());
        }
        String aboutTheHouse = aboutTheHouse(person, text);
        if (aboutTheHouse != null) {
            return Reply.says(aboutTheHouse);
        }
        Intents.Wish wish = words.wish(text);
        if (wish != null) {
            return call(wish);
        }
        Gist.Small small = words.gist(text).small();
        String courtesy = small.stops() ? "All right." : small.courtesy();
        if (courtesy == null && YesOrNo.hesitates(text) && !text.contains("?")) {
            return Reply.says("Take your time.");
        }
        if (courtesy != null) {
            return Reply.says(courtesy);
        }
        if (small.greets()) {
            return Reply.says(hello(person));
        }
        return Reply.says(small.asksForHelp() ? new HouseReplies(house.get().view()).help(person) : NOT_UNDERSTOOD);
    }

    /** A greeting is the moment to ask how somebody wants to be called. */
    private String hello(String person) {
        HouseView view = house.get().view();
        String name = view.address(person);
        return "Hello" + (name.isEmpty() ? "" : ", " + name) + ". "
                + new HouseReplies(view).help(person)
                + (view.asksForAddress(person) ? " How shall I call you?" : "");
    }

    /** What the person said or asked about themself or the company, as the house took it. */
    private @Nullable String aboutTheHouse(String person, String text) {
        Gist gist = words.gist(text);
        Gist.Small small = gist.small();
        if (small.statement() != null) {
            return house.get().view().house().mode().isShared()
                    ? "I take it that others are here."
                    : "I take it that we are alone.";
        }
        String taken = taken(person, text);
        if (taken != null) {
            return taken;
        }
        HouseReplies replies = new HouseReplies(house.get().view());
        if (small.newcomer() != null) {
            return replies.newcomer(person, small.newcomer());
        }
        if (small.forgets()) {
            return "I cannot forget one thing alone, only everything that I was told.";
        }
        if (small.recalls()) {
            return replies.remembered(person);
        }
        if (small.who() != null) {
            return small.who().equals("me") ? replies.who(person) : replies.company();
        }
        String other = small.other();
        if (other != null && !other.equalsIgnoreCase(person)) {
            return "I do not tell what I know about " + HouseReplies.named(other) + ".";
        }
        Note note = other == null ? words.note(text) : small.ofOther();
        if (note == null) {
            return gist.tells() && words.wish(text) == null ? replies.remembers(person, text) : null;
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
        return manner == null ? null : HouseReplies.manner(manner);
    }

    private Reply call(Intents.Wish wish) {
        return Reply.calls(
                new WantedCall("c" + ++calls, wish.tool(), wish.arguments().canonical()));
    }

    private String told(String tool, String status, Json content) {
        if (status.equals("success")) {
            String place = content instanceof Json.Obj fields ? fields.text("place") : null;
            lit = tool.endsWith("_light") && place != null ? place : "";
            way = tool.equals("turn_on_light") ? "on" : "off";
            return own.has(tool)
                    ? OwnCommands.told(content)
                    : content instanceof Json.Obj ? done(tool, content) : "That is done.";
        }
        String reason = content instanceof Json.Obj fields ? fields.text("reason") : null;
        if (reason != null && reason.startsWith("denied by ")) {
            String by = reason.substring("denied by ".length());
            return by.equals(asking)
                    ? tool.equals("order") ? "I did not order anything." : "All right, I leave it."
                    : "I did not " + act(tool) + ": " + HouseReplies.named(by) + " said no.";
        }
        return new HouseReplies(house.get().view()).refusal(asking, act(tool), reason == null ? status : reason);
    }

    private String act(String tool) {
        return own.has(tool) ? "do that" : spoken(tool);
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
