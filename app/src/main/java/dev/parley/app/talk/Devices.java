package dev.parley.app.talk;

import dev.parley.agent.tool.Between;
import dev.parley.agent.tool.OneOf;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A small house to talk to. Its commands are those of the catalogue; ordering and the weather are tools beside it. */
final class Devices {
    /** The commands run as the house says; ordering asks an adult of the house. */
    static final ToolPolicy POLICY = ToolPolicy.of(ToolMode.FULL_ACCESS).with("order", Ruling.ASK);

    private final Map<String, String> state = new TreeMap<>();

    record Room(
            @OneOf({"kitchen", "bedroom", "living room", "bathroom", "hall"})
            String room) {}

    record Volume(@Between(min = 0, max = 10) long level) {}

    record Nothing() {}

    record Item(String item) {}

    record City(String city) {}

    /** What a device does, and the weather, anybody may hear; what somebody ordered is theirs. */
    List<Tool> tools() {
        List<Tool> tools = new ArrayList<>();
        open().forEach(tool -> tools.add(tool.answering(Sensitivity.PUBLIC)));
        tools.add(TypedTool.writes(
                        "order", "Orders an item from the shop.", Item.class, (_, a) -> Map.of("ordered", a.item()))
                .phrased("order {item}"));
        return tools;
    }

    private List<TypedTool<?>> open() {
        return List.of(
                TypedTool.writes(
                                "turn_on_light",
                                "Turns the lights of a room on.",
                                Room.class,
                                (_, a) -> set("lights", a.room(), "on"))
                        .phrased("turn the {room} lights on"),
                TypedTool.writes(
                                "turn_off_light",
                                "Turns the lights of a room off.",
                                Room.class,
                                (_, a) -> set("lights", a.room(), "off"))
                        .phrased("turn the {room} lights off"),
                TypedTool.writes(
                                "close_door",
                                "Closes the front door.",
                                Nothing.class,
                                (_, _) -> set("door", "front", "closed"))
                        .phrased("close the door"),
                TypedTool.writes(
                                "open_garage",
                                "Opens the garage.",
                                Nothing.class,
                                (_, _) -> set("garage", "house", "open"))
                        .phrased("open the garage"),
                TypedTool.writes(
                                "disable_alarm",
                                "Switches the alarm off.",
                                Nothing.class,
                                (_, _) -> set("alarm", "house", "off"))
                        .phrased("disable the alarm"),
                TypedTool.writes(
                                "set_volume",
                                "Sets the volume, 0 to 10.",
                                Volume.class,
                                (_, a) -> set("volume", "house", Long.toString(a.level())))
                        .phrased("set the volume to {level}"),
                TypedTool.writes(
                                "pause_music",
                                "Pauses the music.",
                                Nothing.class,
                                (_, _) -> set("music", "house", "paused"))
                        .phrased("pause the music"),
                TypedTool.writes(
                                "delete_all_data",
                                "Deletes everything the house remembers.",
                                Nothing.class,
                                (_, _) -> forget())
                        .phrased("delete all data"),
                TypedTool.reads(
                                "weather",
                                "Tells the weather in a city.",
                                City.class,
                                (_, a) -> Map.of("city", a.city(), "sky", "clear"))
                        .phrased("tell the weather in {city}"));
    }

    /** What the schema of a tool says about one of its arguments. */
    static Json.Obj argument(String tool, String name) {
        for (Tool each : new Devices().tools()) {
            if (each.spec().name().equals(tool)
                    && each.spec().inputSchema().get("properties") instanceof Json.Obj all
                    && all.get(name) instanceof Json.Obj schema) {
                return schema;
            }
        }
        throw new IllegalArgumentException("no argument " + name + " of " + tool);
    }

    private synchronized Map<String, String> set(String device, String place, String value) {
        state.put(device + "/" + place, value);
        return Map.of("device", device, "place", place, "now", value);
    }

    private synchronized Map<String, Integer> forget() {
        int forgotten = state.size();
        state.clear();
        return Map.of("forgotten", forgotten);
    }
}
