package dev.parley.sim.result;

import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.SpeechEvents.SpeechCutOff;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One entry for each reply of which something was played. Of a reply that is spoken while it is written, the sentences that
 * follow one another without a silence are one entry.
 */
final class Playbacks {
    private final Map<Long, Long> replies = new HashMap<>();
    private final List<Played> played = new ArrayList<>();

    private record Played(long turn, long reply, long fromMs, long toMs, long playedMs, boolean interrupted) {}

    private Playbacks() {}

    static Json of(List<Rune> runes) {
        Playbacks playbacks = new Playbacks();
        runes.forEach(playbacks::add);
        List<Json> items = new ArrayList<>();
        for (Played each : playbacks.played) {
            items.add(Json.Obj.EMPTY
                    .with("turn", each.turn)
                    .with("from_ms", each.fromMs)
                    .with("to_ms", each.toMs)
                    .with("played_ms", each.playedMs)
                    .with("interrupted", each.interrupted));
        }
        return Json.of(items);
    }

    private void add(Rune rune) {
        switch (EventCatalogue.read(rune)) {
            case AgentSentenceReleased sentence -> {
                if (Boolean.TRUE.equals(sentence.streamed())) {
                    replies.put(sentence.reply(), sentence.of());
                }
            }
            case PlaybackEnded ended -> {
                if (ended.playedMs() > 0) {
                    ended(rune.turn(), ended, replies.getOrDefault(ended.reply(), 0L));
                }
            }
            case SpeechCutOff(long reply) -> cut(reply);
            default -> {
                // Nothing else is played.
            }
        }
    }

    private void ended(long turn, PlaybackEnded ended, long streamed) {
        Played next = new Played(turn, streamed, ended.fromMs(), ended.toMs(), ended.playedMs(), ended.interrupted());
        Played last = played.isEmpty() ? null : played.getLast();
        if (last != null && streamed > 0 && last.reply == streamed && last.toMs == next.fromMs) {
            played.removeLast();
            next = new Played(
                    next.turn, streamed, last.fromMs, next.toMs, last.playedMs + next.playedMs, next.interrupted);
        }
        played.add(next);
    }

    /** The audio of the reply did not end, though its last sentence that was heard did. */
    private void cut(long reply) {
        for (int at = played.size() - 1; at >= 0; at--) {
            Played each = played.get(at);
            if (each.reply == reply) {
                played.set(at, new Played(each.turn, reply, each.fromMs, each.toMs, each.playedMs, true));
                return;
            }
        }
    }
}
