package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client wants done with the items of its conversation. Called by the socket's reader. */
final class ItemDesk {
    private final Object lock;
    private final Items items;
    private final Outbox out;
    private final ClientCalls calls;
    private final Taker<String> record;
    private final Taker<SessionEvent> door;

    /** Takes something into the conversation, or says why not. */
    interface Taker<T> {
        void take(T given) throws BadEvent;
    }

    /**
     * @param record takes a person's words, and returns when they are on disk
     * @param door takes in anything else
     */
    ItemDesk(Object lock, Items items, Outbox out, ClientCalls calls, Taker<String> record, Taker<SessionEvent> door) {
        this.lock = lock;
        this.items = items;
        this.out = out;
        this.calls = calls;
        this.record = record;
        this.door = door;
    }

    /** An item is told to the client once its words are on disk. Until then nothing more is read from it. */
    void create(Json.Obj event) throws BadEvent {
        Json.Obj given = NewItem.object(event, "item");
        String words = NewItem.words(given);
        Json.Obj fields = NewItem.fields(given);
        long bytes = NewItem.bytes(fields);
        out.kept().take(bytes, "item");
        boolean isKept = false;
        try {
            create(given, words, event.text("previous_item_id"), fields, bytes);
            isKept = true;
        } finally {
            if (!isKept) {
                out.kept().release(bytes);
            }
        }
    }

    private void create(Json.Obj given, String words, @Nullable String after, Json.Obj fields, long bytes)
            throws BadEvent {
        String named = NewItem.id(given);
        String id = named == null ? out.newId("item") : named;
        synchronized (lock) {
            items.check(id, after);
            if ("function_call_output".equals(given.text("type"))) {
                calls.answered(given.text("call_id"), String.valueOf(given.text("output")));
            }
        }
        SessionEvent context = NewItem.context(given);
        if (context != null) {
            door.take(context);
        } else if (!words.isBlank()) {
            record.take(words);
        }
        synchronized (lock) {
            Item item = Item.of(id, fields, "completed");
            item.keptBytes(bytes);
            items.add(item, after);
            items.done(item);
        }
    }

    void retrieve(Json.Obj event) throws BadEvent {
        synchronized (lock) {
            Item item = items.find(event.text("item_id"), "item_id");
            out.send("conversation.item.retrieved", Json.Obj.EMPTY.with("item", item.json()));
        }
    }

    void delete(Json.Obj event) throws BadEvent {
        synchronized (lock) {
            Item item = items.find(event.text("item_id"), "item_id");
            items.remove(item);
            out.send("conversation.item.deleted", Json.Obj.EMPTY.with("item_id", item.id()));
        }
    }

    void truncate(Json.Obj event) throws BadEvent {
        List<SessionEvent> less;
        synchronized (lock) {
            Item item = items.find(event.text("item_id"), "item_id");
            long toMs = NewItem.cut(item, event);
            less = item.truncate(toMs);
            Json.Obj what = Json.Obj.EMPTY.with("item_id", item.id()).with("content_index", 0);
            out.send("conversation.item.truncated", what.with("audio_end_ms", toMs));
        }
        for (SessionEvent report : less) {
            door.take(report);
        }
    }
}
