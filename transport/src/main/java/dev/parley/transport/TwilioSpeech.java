package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.session.media.Frame;
import dev.parley.session.media.G711;
import dev.parley.session.media.Resampler;
import java.util.Base64;
import java.util.function.Consumer;

/**
 * Speech on its way to the telephone: frames enter, messages with mu-law at 8 kHz leave, each with a mark behind it. Marks
 * come back when they were played, or when a clear threw them away; those tell nothing. Until the first one comes back it is
 * not known whether the other end sends them at all, and speech counts as played by its pace.
 *
 * <p>Places are milliseconds of all speech that was ever taken, and are the names of the marks. Frames come from the
 * conversation's thread, marks from the socket's.
 */
final class TwilioSpeech {
    static final String ENCODING = "audio/x-mulaw";

    private static final String MARK = "played-";
    private static final int SAMPLES_PER_MS = G711.RATE_HZ / 1000;

    private final Consumer<Json.Obj> messages;
    private Resampler resampler = toTelephone();
    private long takenMs;
    /** Where the present stretch of speech began, and how much of it was sent since. */
    private long stretchMs;

    private long stretchSamples;
    private long clearedMs;
    private long markedMs;
    private long playedMs;
    private boolean marksReturn;

    /** @param messages takes what is to be sent, without the id of the stream */
    TwilioSpeech(Consumer<Json.Obj> messages) {
        this.messages = messages;
    }

    private static Resampler toTelephone() {
        return new Resampler(Frame.RATE_HZ, G711.RATE_HZ);
    }

    synchronized void play(byte[] pcm) {
        short[] samples = new short[pcm.length / 2];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (short) ((pcm[2 * i] & 0xff) | pcm[2 * i + 1] << 8);
        }
        takenMs += Frame.MS;
        send(resampler.take(samples));
    }

    /** The reply is sent: what the filter still holds is its end. */
    synchronized void end() {
        send(resampler.finish());
        begin();
    }

    /** Throws away what was not played. */
    synchronized void clear() {
        messages.accept(Json.Obj.EMPTY.with("event", "clear"));
        clearedMs = takenMs;
        begin();
    }

    private void begin() {
        resampler = toTelephone();
        stretchMs = takenMs;
        stretchSamples = 0;
    }

    private void send(short[] samples) {
        if (samples.length == 0) {
            return;
        }
        byte[] codes = new byte[samples.length];
        for (int i = 0; i < samples.length; i++) {
            codes[i] = G711.MU_LAW.encode(samples[i]);
        }
        stretchSamples += samples.length;
        String payload = Base64.getEncoder().encodeToString(codes);
        messages.accept(Json.Obj.EMPTY.with("event", "media").with("media", Json.Obj.EMPTY.with("payload", payload)));
        String name = MARK + (stretchMs + stretchSamples / SAMPLES_PER_MS);
        messages.accept(Json.Obj.EMPTY.with("event", "mark").with("mark", Json.Obj.EMPTY.with("name", name)));
    }

    /** A mark came back. */
    synchronized void marked(String name) {
        long place = place(name);
        if (place <= clearedMs || place <= markedMs || place > takenMs) {
            return;
        }
        playedMs = marksReturn ? playedMs + place - Math.max(markedMs, clearedMs) : place;
        markedMs = place;
        marksReturn = true;
    }

    private static long place(String name) {
        try {
            return name.startsWith(MARK) ? Long.parseLong(name.substring(MARK.length())) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** How much was played of all that was taken; one that sends no marks never says that it has played the end. */
    synchronized long playedMs() {
        return marksReturn ? playedMs : Math.max(0, takenMs - Frame.MS);
    }
}
