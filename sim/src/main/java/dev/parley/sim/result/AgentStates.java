package dev.parley.sim.result;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.List;

/** The agent's states: of one millisecond only the last counts, and equal neighbours are one. */
final class AgentStates {
    private AgentStates() {}

    private record Entry(String state, long atMs) {}

    static Json of(List<Rune> runes) {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry("listening", 0));
        for (Rune rune : runes) {
            if (EventCatalogue.read(rune) instanceof AgentStateChanged(String state)) {
                add(entries, new Entry(state, Moments.at(rune)));
            }
        }
        List<Json> items = new ArrayList<>();
        String before = "";
        for (Entry entry : entries) {
            if (!entry.state().equals(before)) {
                items.add(Json.Obj.EMPTY.with("state", entry.state()).with("at_ms", entry.atMs()));
                before = entry.state();
            }
        }
        return Json.of(items);
    }

    /** The first entry stays even where another state follows in the same millisecond. */
    private static void add(List<Entry> entries, Entry entry) {
        if (entries.size() > 1 && entries.getLast().atMs() == entry.atMs()) {
            entries.removeLast();
        }
        entries.add(entry);
    }
}
