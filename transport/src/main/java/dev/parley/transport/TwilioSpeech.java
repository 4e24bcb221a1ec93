package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.provider.Resampler;
import dev.parley.session.media.Frame;
import dev.parley.session.media.G711;
import java.util.Base64;
import java.util.List;

/**
 * Speech on its way into one stream of the telephone: frames enter, messages with mu-law at 8 kHz leave, each with a mark
 * behind it. Marks come back when they were played, or when a clear threw them away; those tell nothing.
 *
 * <p>Places are milliseconds of all speech that was ever sent, and are the names of the marks. Messages are made by the
 * socket's writer, in the order in which they are sent, and marks come from its reader; the conversation only asks, and never
 * waits for either.
 */
final class TwilioSpeech {
    static final String ENCODING = "audio/x-mulaw";

    private static final String MARK = "played-";
    private static final int SAMPLES_PER_MS = G711.RATE_HZ / 1000;

    private final String stream;
    private Resampler resampler = toTelephone();
    /** Where the present stretch of speech began, and how much of it was sent since. */
    private long stretchMs;

    private long stretchSamples;
    private volatile long sentMs;
    private volatile long clearedMs;
    private long markedMs;
    private volatile long playedMs;
    private volatile boolean marksReturn;

    /** @param stream the id that every message carries */
    TwilioSpeech(String stream) {
        this.stream = stream;
    }

    private static Resampler toTelephone() {
        return new Resampler(Frame.RATE_HZ, G711.RATE_HZ);
    }

    // --- where the conversation runs

    /** What was sent until now and has not come back says nothing any more. */
    void cut() {
        clearedMs = Math.max(clearedMs, sentMs);
    }

    /** Whether the other end returns marks, as far as is known. */
    boolean isMarked() {
        return marksReturn;
    }

    /** How much was played by the marks. */
    long playedMs() {
        return playedMs;
    }

    // --- by the writer

    /** The messages of a frame. */
    List<String> spoken(byte[] pcm) {
        short[] samples = new short[pcm.length / 2];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (short) ((pcm[2 * i] & 0xff) | pcm[2 * i + 1] << 8);
        }
        return messages(resampler.take(samples));
    }

    /** The reply is sent: what the filter still holds is its end. */
    List<String> ended() {
        List<String> rest = messages(resampler.finish());
        begin();
        return rest;
    }

    /** Throws away what was not played. Marks of what was sent meanwhile come back because of this. */
    List<String> cleared() {
        cut();
        begin();
        return List.of(message("clear", Json.Obj.EMPTY));
    }

    private void begin() {
        resampler = toTelephone();
        stretchMs = sentMs;
        stretchSamples = 0;
    }

    private List<String> messages(short[] samples) {
        if (samples.length == 0) {
            return List.of();
        }
        byte[] codes = new byte[samples.length];
        for (int i = 0; i < samples.length; i++) {
            codes[i] = G711.MU_LAW.encode(samples[i]);
        }
        stretchSamples += samples.length;
        sentMs = stretchMs + stretchSamples / SAMPLES_PER_MS;
        String payload = Base64.getEncoder().encodeToString(codes);
        return List.of(
                message("media", Json.Obj.EMPTY.with("payload", payload)),
                message("mark", Json.Obj.EMPTY.with("name", MARK + sentMs)));
    }

    private String message(String event, Json.Obj what) {
        Json.Obj message = Json.Obj.EMPTY.with("event", event);
        return (what.fields().isEmpty() ? message : message.with(event, what))
                .with("streamSid", stream)
                .text();
    }

    // --- by the reader

    /** A mark came back. */
    void marked(String name) {
        long place = place(name);
        long from = Math.max(markedMs, clearedMs);
        if (place > from && place <= sentMs) {
            playedMs = marksReturn ? playedMs + place - from : place;
            markedMs = place;
            marksReturn = true;
        }
    }

    private static long place(String name) {
        try {
            return name.startsWith(MARK) ? Long.parseLong(name.substring(MARK.length())) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
