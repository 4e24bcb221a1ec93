package dev.parley.session.recover;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.Recorder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Replies that were being heard when their runtime was lost. Each is ended as far as the record shows that it was played
 * (ruling E7): whoever heard a little more than that is not told so.
 */
final class OpenReplies {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Map<Long, Heard> open = new LinkedHashMap<>();
    private final Map<Long, Written> written = new LinkedHashMap<>();
    private final Map<Long, Long> sentences = new LinkedHashMap<>();

    private record Heard(long cause, long turn, long fromMs, long toMs, long playedMs, long audioMs) {}

    /** A reply that was spoken while it was written, and how many of its sentences were not heard to their end. */
    private record Written(long cause, long turn, int unheard, boolean whole) {}

    OpenReplies(List<Rune> recorded) {
        recorded.stream().filter(OpenReplies::isHeard).forEach(this::fold);
    }

    private static boolean isHeard(Rune rune) {
        String kind = rune.kind();
        return kind.startsWith("playback.") || kind.startsWith("agent.") || kind.equals("turn.closed");
    }

    private void fold(Rune rune) {
        long reply = number(rune, "reply");
        long atMs = rune.envelope().monotonicNanos() / NANOS_PER_MILLI;
        switch (rune.kind()) {
            case "playback.started" ->
                open.put(reply, new Heard(rune.eventId(), rune.turn(), atMs, atMs, 0, number(rune, "audio_ms")));
            case "playback.progress", "playback.paused", "playback.suspended", "playback.stalled" ->
                open.computeIfPresent(
                        reply,
                        (_, heard) -> new Heard(
                                rune.eventId(),
                                heard.turn,
                                heard.fromMs,
                                atMs,
                                number(rune, "played_ms"),
                                heard.audioMs));
            case "playback.ended" -> {
                open.remove(reply);
                ended(rune, reply);
            }
            case "agent.sentence" -> {
                if (Boolean.TRUE.equals(rune.payload().flag("streamed"))) {
                    begun(rune, reply);
                }
            }
            case "agent.writing" -> written.put(reply, new Written(rune.eventId(), rune.turn(), 0, false));
            case "agent.reply" ->
                written.computeIfPresent(reply, (_, of) -> new Written(rune.eventId(), of.turn, of.unheard, true));
            case "turn.closed" -> {
                written.clear();
                sentences.clear();
            }
            default -> {
                // Nothing else is heard.
            }
        }
    }

    private void begun(Rune rune, long sentence) {
        long of = number(rune, "of");
        sentences.put(sentence, of);
        written.computeIfPresent(
                of, (_, reply) -> new Written(rune.eventId(), reply.turn, reply.unheard + 1, reply.whole));
    }

    private void ended(Rune rune, long sentence) {
        Long of = sentences.remove(sentence);
        if (of != null && !Boolean.TRUE.equals(rune.payload().flag("interrupted"))) {
            written.computeIfPresent(
                    of, (_, reply) -> new Written(rune.eventId(), reply.turn, reply.unheard - 1, reply.whole));
        }
    }

    /** Writes the ends that are missing and names the replies. */
    List<Long> end(Recorder recorder) {
        open.forEach((reply, heard) -> {
            recorder.because(heard.cause);
            recorder.data(
                    "playback.ended",
                    heard.turn,
                    Json.Obj.EMPTY
                            .with("reply", reply)
                            .with("from_ms", heard.fromMs)
                            .with("to_ms", heard.toMs)
                            .with("played_ms", heard.playedMs)
                            .with("audio_ms", heard.audioMs)
                            .with("interrupted", heard.playedMs < heard.audioMs)
                            .with("evidence", "as far as recorded"));
        });
        written.forEach((reply, of) -> {
            if (of.unheard > 0 || !of.whole) {
                recorder.because(of.cause);
                recorder.data("speech.cut", of.turn, Json.Obj.EMPTY.with("reply", reply));
            }
        });
        return new ArrayList<>(open.keySet());
    }

    private static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }
}
