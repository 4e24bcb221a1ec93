package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The items of a conversation in their order; the oldest are forgotten where there are too many. Guarded by the session's lock. */
final class Items {
    private static final int KEPT_MAX = 2_000;

    private final List<Item> items = new ArrayList<>();
    private final Outbox out;
    private @Nullable Item newest;

    Items(Outbox out) {
        this.out = out;
    }

    /** Whether an item with this id can be put behind that one. */
    void check(String id, @Nullable String after) throws BadEvent {
        if (items.stream().anyMatch(item -> item.id().equals(id))) {
            throw BadEvent.value("item.id", "there is an item '" + id + "' already");
        }
        if (after != null && !"root".equals(after)) {
            find(after, "previous_item_id");
        }
    }

    /** Puts an item behind the others, or behind this one, and tells the client. */
    void add(Item item, @Nullable String after) throws BadEvent {
        int at = items.size();
        if ("root".equals(after)) {
            at = 0;
        } else if (after != null) {
            at = items.indexOf(find(after, "previous_item_id")) + 1;
        }
        items.add(at, item);
        newest = item;
        tell("conversation.item.added", item);
        if (items.size() > KEPT_MAX) {
            out.kept().release(items.removeFirst().keptBytes());
        }
    }

    void append(Item item) {
        try {
            add(item, null);
        } catch (BadEvent e) {
            throw new IllegalStateException(e);
        }
    }

    void done(Item item) {
        tell("conversation.item.done", item);
    }

    private void tell(String type, Item item) {
        out.send(type, Json.Obj.EMPTY.with("previous_item_id", before(item)).with("item", item.json()));
    }

    /** Whether the last thing that was added is something that a person said. */
    boolean endInWords() {
        return newest != null && newest.isWords();
    }

    /** The id of the item before this one, which need not be there yet. */
    Json before(@Nullable Item item) {
        int at = item == null ? items.size() : items.indexOf(item);
        return at > 0 ? Json.of(items.get(at - 1).id()) : Json.Null.NULL;
    }

    Item find(@Nullable String id, String param) throws BadEvent {
        for (Item item : items) {
            if (item.id().equals(id)) {
                return item;
            }
        }
        throw new BadEvent("item_not_found", "there is no item '" + id + "'", param);
    }

    void remove(Item item) {
        if (items.remove(item)) {
            out.kept().release(item.keptBytes());
        }
    }
}
