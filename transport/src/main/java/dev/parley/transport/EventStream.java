package dev.parley.transport;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents.LogGapReported;
import dev.parley.kernel.event.LogEvents.ReaderLagged;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.RuneJson;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.Tail;
import dev.parley.transport.budget.TimeSlice;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The record of a conversation as server-sent events, written on the request's own thread. It keeps no queue: a slow client
 * is read to from the log, at its own pace. What a client may not see still moves its cursor.
 */
record EventStream(Runelog log, String conversation, long after, Caller caller, long keepAliveMs, TimeSource clock) {
    private static final int PENDING_MAX = 1;

    /** After how long a client that lost its stream comes back. */
    private static final long RETRY_MS = 500;

    /** Writes until the client leaves, its token expires or the server closes. */
    void write(OutputStream out, OpenStreams streams) throws IOException, InterruptedException {
        Semaphore news = streams.open();
        try {
            write(out, news, streams::goOn);
        } finally {
            streams.left(news);
        }
    }

    void write(OutputStream out, BooleanSupplier goesOn) throws IOException, InterruptedException {
        write(out, new Semaphore(0), goesOn);
    }

    private void write(OutputStream out, Semaphore news, BooleanSupplier goesOn)
            throws IOException, InterruptedException {
        TimeSlice slice = new TimeSlice();
        try (Tail tail = log.tail(conversation, after, Visibility.SECRET, _ -> news.release())) {
            out.write(bytes("retry: " + RETRY_MS + "\n\n" + whyNothingComes()));
            out.flush();
            while (goesOn.getAsBoolean() && caller.leftMs(clock) > 0) {
                news.drainPermits();
                boolean wrote = false;
                for (Rune rune = tail.poll(); rune != null && caller.leftMs(clock) > 0; rune = tail.poll()) {
                    out.write(bytes(event(rune)));
                    wrote = true;
                    slice.yieldIfOver();
                }
                if (wrote) {
                    out.flush();
                }
                long waitMs = Math.min(keepAliveMs, caller.leftMs(clock));
                if (!news.tryAcquire(PENDING_MAX, waitMs, TimeUnit.MILLISECONDS)) {
                    out.write(bytes(":\n\n"));
                    out.flush();
                }
                slice.restart();
            }
        }
    }

    /** A client waits that names an event beyond the record, perhaps one of another conversation; a comment says why. */
    private String whyNothingComes() {
        long last = log.head(conversation).durable();
        return after > last ? ": the record ends at " + last + "\n\n" : "";
    }

    private String event(Rune rune) {
        return switch (EventCatalogue.read(rune)) {
            case LogGapReported gap -> "event: gap\nid: " + rune.eventId() + "\ndata: " + range(gap) + "\n\n";
            case ReaderLagged _ -> "";
            default ->
                caller.sees(rune)
                        ? "id: " + rune.eventId() + "\ndata: "
                                + RuneJson.of(rune).text() + "\n\n"
                        : "id: " + rune.eventId() + "\n\n";
        };
    }

    private static String range(LogGapReported gap) {
        return Json.Obj.EMPTY.with("from", gap.from()).with("to", gap.to()).text();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
