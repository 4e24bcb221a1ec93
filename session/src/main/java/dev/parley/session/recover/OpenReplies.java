package dev.parley.session.recover;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.Recorder;
import dev.parley.session.text.Words;
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

    /** How long a word takes at most in the mouth of a slow speaker. */
    private static final long WORD_MS = 600;

    private final Map<Long, Heard> open = new LinkedHashMap<>();
    private final Map<Long, Written> written = new LinkedHashMap<>();
    private final Map<Long, Long> sentences = new LinkedHashMap<>();
    private final Map<Long, Integer> words = new LinkedHashMap<>();

    /**
     * @param audioMs 0 for speech in frames, of which nobody knows how much there would have been
     * @param stoppedBy the stop that it has not gone on from, 0 for none
     */
    private record Heard(long cause, long turn, long fromMs, long toMs, long playedMs, long audioMs, long stoppedBy) {
        Heard played(Rune rune, long atMs, long newStop) {
            return new Heard(rune.eventId(), turn, fromMs, atMs, number(rune, "played_ms"), audioMs, newStop);
        }

        Heard goesOn(Rune rune) {
            return new Heard(rune.eventId(), turn, fromMs, toMs, playedMs, audioMs, 0);
        }
    }

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
                open.put(reply, new Heard(rune.eventId(), rune.turn(), atMs, atMs, 0, number(rune, "audio_ms"), 0));
            case "playback.progress" ->
                open.computeIfPresent(reply, (_, heard) -> heard.played(rune, atMs, heard.stoppedBy));
            case "playback.paused", "playback.suspended", "playback.stalled" ->
                open.computeIfPresent(reply, (_, heard) -> heard.played(rune, atMs, rune.eventId()));
            case "playback.resumed" -> open.computeIfPresent(reply, (_, heard) -> heard.goesOn(rune));
            case "playback.ended" -> {
                open.remove(reply);
                ended(rune, reply);
            }
            case "agent.sentence" -> {
                words.put(reply, words(rune));
                if (Boolean.TRUE.equals(rune.payload().flag("streamed"))) {
                    begun(rune, reply);
                }
            }
            case "agent.writing" -> written.put(reply, new Written(rune.eventId(), rune.turn(), 0, false));
            case "agent.reply" -> {
                words.put(reply, words(rune));
                written.computeIfPresent(reply, (_, of) -> new Written(rune.eventId(), of.turn, of.unheard, true));
            }
            case "turn.closed" -> {
                written.clear();
                words.clear();
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
            recorder.data("playback.ended", heard.turn, ended(reply, heard).with("evidence", "as far as recorded"));
        });
        written.forEach((reply, of) -> {
            if (of.unheard > 0 || !of.whole) {
                recorder.because(of.cause);
                recorder.data("speech.cut", of.turn, Json.Obj.EMPTY.with("reply", reply));
            }
        });
        return new ArrayList<>(open.keySet());
    }

    /** What was played of speech in frames is all that is known of it, and it was not its end. */
    private Json.Obj ended(long reply, Heard heard) {
        boolean inFrames = heard.audioMs == 0;
        Json.Obj what = Json.Obj.EMPTY
                .with("reply", reply)
                .with("from_ms", heard.fromMs)
                .with("to_ms", heard.toMs)
                .with("played_ms", heard.playedMs)
                .with("audio_ms", inFrames ? heard.playedMs : heard.audioMs)
                .with("interrupted", inFrames || heard.playedMs < heard.audioMs);
        what = heard.stoppedBy == 0 ? what : what.with("after", heard.stoppedBy);
        return inFrames ? what.with("words", Math.min(words.getOrDefault(reply, 0), heard.playedMs / WORD_MS)) : what;
    }

    private static int words(Rune rune) {
        String text = rune.payload().text("pii_text");
        return text == null ? 0 : Words.count(text);
    }

    private static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }
}
