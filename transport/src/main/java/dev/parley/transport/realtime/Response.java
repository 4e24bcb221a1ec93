package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.provider.Resampler;
import dev.parley.session.media.Frame;
import dev.parley.transport.socket.SoundMeter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One response, told to the client event by event. Guarded by the session's lock. */
final class Response {
    private final String id;
    private final String conversation;
    private final boolean spoken;
    private final AudioFormat format;
    private final Json metadata;
    private final Json tokensMax;
    private final Items items;
    private final Outbox out;
    private final List<Item> output = new ArrayList<>();
    private final Resampler resampler;
    private @Nullable Item message;
    private long sentSamples;

    /**
     * What a response is made with.
     *
     * @param spoken whether it is said aloud
     * @param metadata what the client wants to find in it
     * @param tokensMax how long it may be
     */
    record Manner(String conversation, boolean spoken, AudioFormat format, Json metadata, Json tokensMax) {}

    Response(Manner manner, Items items, Outbox out) {
        this.id = out.newId("resp");
        this.conversation = manner.conversation();
        this.spoken = manner.spoken();
        this.format = manner.format();
        this.metadata = manner.metadata();
        this.tokensMax = manner.tokensMax();
        this.items = items;
        this.out = out;
        this.resampler = new Resampler(Frame.RATE_HZ, format.rateHz());
        out.send("response.created", Json.Obj.EMPTY.with("response", json("in_progress", Json.Null.NULL)));
    }

    String id() {
        return id;
    }

    /** Says something more, and returns the item that it stands in. */
    Item say(long reply, String text) {
        Item item = message == null ? begin() : message;
        boolean first = item.text().isEmpty();
        item.say(reply, text, sentMs());
        out.send(
                spoken ? "response.output_audio_transcript.delta" : "response.output_text.delta",
                part(item).with("delta", first ? text : " " + text));
        return item;
    }

    private Item begin() {
        Item item = Item.ofAgent(out.newId("item"), spoken);
        message = item;
        added(item);
        out.send("response.content_part.added", part(item).with("part", spoken ? audioPart("") : textPart("")));
        return item;
    }

    private void added(Item item) {
        output.add(item);
        out.send("response.output_item.added", place(item).with("item", item.json()));
        items.append(item);
    }

    /** The next 20 ms of what is said. */
    void play(SoundMeter.Room room, byte[] pcm) {
        short[] samples = new short[pcm.length / 2];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (short) ((pcm[2 * i] & 0xff) | pcm[2 * i + 1] << 8);
        }
        out.sound(room, delta(resampler.take(samples)));
    }

    /** The event with these samples; none where nothing is said aloud. */
    private List<String> delta(short[] samples) {
        if (!spoken || message == null || samples.length == 0) {
            return List.of();
        }
        sentSamples += samples.length;
        message.sent(sentMs());
        String audio = Base64.getEncoder().encodeToString(format.written(samples));
        return List.of(out.text("response.output_audio.delta", part(message).with("delta", audio)));
    }

    private long sentMs() {
        return sentSamples * 1000 / format.rateHz();
    }

    /** Hands a call to the client. */
    void call(String callId, String tool, String arguments) {
        Json.Obj given = Json.Obj.EMPTY
                .with("type", "function_call")
                .with("name", tool)
                .with("call_id", callId)
                .with("arguments", arguments);
        Item item = Item.of(out.newId("item"), given, "in_progress");
        added(item);
        Json.Obj place = place(item).with("item_id", item.id()).with("call_id", callId);
        out.send("response.function_call_arguments.delta", place.with("delta", arguments));
        out.send(
                "response.function_call_arguments.done",
                place.with("name", tool).with("arguments", arguments));
        item.status("completed");
        items.done(item);
        out.send("response.output_item.done", place(item).with("item", item.json()));
    }

    /**
     * Ends it.
     *
     * @param status completed, cancelled, incomplete or failed
     * @param details what else there is to say about it, or nothing
     */
    void end(String status, Json details) {
        if (message != null) {
            endMessage(message, status.equals("completed"));
        }
        out.send("response.done", Json.Obj.EMPTY.with("response", json(status, details)));
    }

    private void endMessage(Item item, boolean whole) {
        if (whole) {
            out.afterSound(delta(resampler.finish()));
        }
        String text = item.text();
        if (spoken) {
            out.send("response.output_audio.done", part(item));
            out.send("response.output_audio_transcript.done", part(item).with("transcript", text));
        } else {
            out.send("response.output_text.done", part(item).with("text", text));
        }
        out.send("response.content_part.done", part(item).with("part", spoken ? audioPart(text) : textPart(text)));
        item.status(whole ? "completed" : "incomplete");
        items.done(item);
        out.send("response.output_item.done", place(item).with("item", item.json()));
    }

    private static Json.Obj audioPart(String text) {
        return Json.Obj.EMPTY.with("type", "audio").with("transcript", text);
    }

    private static Json.Obj textPart(String text) {
        return Json.Obj.EMPTY.with("type", "text").with("text", text);
    }

    private Json.Obj place(Item item) {
        return Json.Obj.EMPTY.with("response_id", id).with("output_index", output.indexOf(item));
    }

    private Json.Obj part(Item item) {
        return place(item).with("item_id", item.id()).with("content_index", 0);
    }

    private Json.Obj json(String status, Json details) {
        return Json.Obj.EMPTY
                .with("object", "realtime.response")
                .with("id", id)
                .with("status", status)
                .with("status_details", details)
                .with("output", Json.of(output.stream().map(Item::json).toList()))
                .with("output_modalities", Json.texts(List.of(spoken ? "audio" : "text")))
                .with(
                        "audio",
                        Json.Obj.EMPTY.with(
                                "output",
                                Json.Obj.EMPTY.with("format", format.json()).with("voice", SessionConfig.VOICE)))
                .with("max_output_tokens", tokensMax)
                .with("conversation_id", conversation)
                .with("metadata", metadata)
                .with("usage", Json.Null.NULL);
    }
}
