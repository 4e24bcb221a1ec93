package dev.parley.sim.result;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.History;
import java.util.ArrayList;
import java.util.List;

/** The history of the conversation, as the model sees it. */
final class HistoryView {
    private HistoryView() {}

    static Json of(List<Rune> runes) {
        History history = new History();
        runes.forEach(history::add);
        List<Json> items = new ArrayList<>();
        for (History.Entry entry : history.entries()) {
            Json.Obj item = Json.Obj.EMPTY.with("role", entry.role()).with("text", entry.text());
            Json.Obj named = entry.call().isEmpty() ? item : item.with("call", entry.call());
            items.add(named.with("interrupted", entry.interrupted()).with("heard_ms", entry.heardMs()));
        }
        return Json.of(items);
    }
}
