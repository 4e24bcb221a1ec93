package dev.parley.session.recover;

import dev.parley.kernel.event.AgentEvents;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents;
import dev.parley.kernel.event.PlaybackEvents.CaptionShown;
import dev.parley.kernel.event.PlaybackEvents.PlaybackCorrected;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackPaused;
import dev.parley.kernel.event.PlaybackEvents.PlaybackProgressed;
import dev.parley.kernel.event.PlaybackEvents.PlaybackResumed;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStalled;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.PlaybackEvents.PlaybackSuspended;
import dev.parley.kernel.event.SpeechEvents.SpeechCutOff;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.Recorder;
import dev.parley.session.text.Words;
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
        Heard played(Rune rune, long atMs, long newPlayedMs, long newStop) {
            return new Heard(rune.eventId(), turn, fromMs, atMs, newPlayedMs, audioMs, newStop);
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
        return EventCatalogue.isAmong(rune, PlaybackEvents.class)
                || EventCatalogue.isAmong(rune, AgentEvents.class)
                || EventCatalogue.is(rune, TurnClosed.class);
    }

    private void fold(Rune rune) {
        switch (EventCatalogue.read(rune)) {
            case PlaybackEvents playback -> played(rune, playback);
            case AgentSentenceReleased sentence -> {
                words.put(sentence.reply(), Words.count(sentence.piiText()));
                if (Boolean.TRUE.equals(sentence.streamed())) {
                    begun(rune, sentence.reply(), sentence.of());
                }
            }
            case AgentReplyStarted reply ->
                written.put(reply.reply(), new Written(rune.eventId(), rune.turn(), 0, false));
            case AgentReplied reply -> {
                words.put(reply.reply(), Words.count(reply.piiText()));
                written.computeIfPresent(
                        reply.reply(), (_, of) -> new Written(rune.eventId(), of.turn, of.unheard, true));
            }
            case TurnClosed _ -> {
                written.clear();
                words.clear();
                sentences.clear();
            }
            default -> {
                // Nothing else is heard.
            }
        }
    }

    private void played(Rune rune, PlaybackEvents event) {
        long atMs = rune.envelope().monotonicNanos() / NANOS_PER_MILLI;
        switch (event) {
            case PlaybackStarted(long reply, Long audioMs) -> {
                long lengthMs = audioMs == null ? 0 : audioMs;
                open.put(reply, new Heard(rune.eventId(), rune.turn(), atMs, atMs, 0, lengthMs, 0));
            }
            case PlaybackProgressed(long reply, long playedMs) ->
                open.computeIfPresent(reply, (_, heard) -> heard.played(rune, atMs, playedMs, heard.stoppedBy));
            case PlaybackPaused(long reply, long playedMs) -> stopped(rune, reply, playedMs, atMs);
            case PlaybackSuspended(long reply, long playedMs) -> stopped(rune, reply, playedMs, atMs);
            case PlaybackStalled(long reply, long playedMs) -> stopped(rune, reply, playedMs, atMs);
            case PlaybackResumed resumed -> open.computeIfPresent(resumed.reply(), (_, heard) -> heard.goesOn(rune));
            case PlaybackEnded end -> {
                open.remove(end.reply());
                ended(rune, end);
            }
            case PlaybackCorrected _, CaptionShown _ -> {
                // Neither says how far it was played.
            }
        }
    }

    private void stopped(Rune rune, long reply, long playedMs, long atMs) {
        open.computeIfPresent(reply, (_, heard) -> heard.played(rune, atMs, playedMs, rune.eventId()));
    }

    private void begun(Rune rune, long sentence, long of) {
        sentences.put(sentence, of);
        written.computeIfPresent(
                of, (_, reply) -> new Written(rune.eventId(), reply.turn, reply.unheard + 1, reply.whole));
    }

    private void ended(Rune rune, PlaybackEnded end) {
        Long of = sentences.remove(end.reply());
        if (of != null && !end.interrupted()) {
            written.computeIfPresent(
                    of, (_, reply) -> new Written(rune.eventId(), reply.turn, reply.unheard - 1, reply.whole));
        }
    }

    /** Writes the ends that are missing and names the replies. */
    List<Long> end(Recorder recorder) {
        open.forEach((reply, heard) -> {
            recorder.because(heard.cause);
            recorder.write(ended(reply, heard), heard.turn);
        });
        written.forEach((reply, of) -> {
            if (of.unheard > 0 || !of.whole) {
                recorder.because(of.cause);
                recorder.write(new SpeechCutOff(reply), of.turn);
            }
        });
        return new ArrayList<>(open.keySet());
    }

    /** What was played of speech in frames is all that is known of it, and it was not its end. */
    private PlaybackEnded ended(long reply, Heard heard) {
        boolean inFrames = heard.audioMs == 0;
        long spoken = Math.min(words.getOrDefault(reply, 0), heard.playedMs / WORD_MS);
        return new PlaybackEnded(
                reply,
                heard.fromMs,
                heard.toMs,
                heard.playedMs,
                inFrames ? heard.playedMs : heard.audioMs,
                inFrames || heard.playedMs < heard.audioMs,
                heard.stoppedBy == 0 ? null : heard.stoppedBy,
                inFrames ? spoken : null,
                "as far as recorded");
    }
}
