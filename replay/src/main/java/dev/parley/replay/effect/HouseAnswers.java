package dev.parley.replay.effect;

import dev.parley.kernel.tool.ToolRequests;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Questions of the house, which outlast their turn. A plain yes lends, consents or changes something only as an answer to one of
 * them, which it names with its words, and which was heard to its end before the yes was begun (rulings B17, E7).
 */
final class HouseAnswers {
    /** So many of the last replies may be such a question. */
    private static final int KEPT = 64;

    private final Map<Long, Asked> replies = new LinkedHashMap<>();
    private final Map<Long, Long> pieces = new LinkedHashMap<>();
    private boolean begunLater;

    /** @param heardAt the event at which it was heard to its end, 0 before */
    private record Asked(String words, long heardAt, long heardMs) {
        Asked heard(Moment moment) {
            return new Asked(words, moment.rune().eventId(), moment.nowMs());
        }
    }

    void accept(Moment moment) {
        long number = moment.number("reply");
        switch (moment.kind()) {
            case "agent.reply" -> {
                if (!moment.payload().has("about")) {
                    keep(replies, number, new Asked(AnswerFacts.digest(moment), 0, 0));
                }
            }
            case "agent.sentence" -> keep(pieces, number, moment.number("of"));
            case "playback.ended" -> {
                if (!moment.flag("interrupted")) {
                    replies.computeIfPresent(pieces.getOrDefault(number, number), (_, asked) -> asked.heard(moment));
                }
            }
            default -> {
                // Nothing else is asked or heard.
            }
        }
    }

    private static <T> void keep(Map<Long, T> map, long number, T value) {
        map.put(number, value);
        if (map.size() > KEPT) {
            map.remove(map.keySet().iterator().next());
        }
    }

    /** The record begins later than the conversation: what was asked before is unknown. */
    void beginLater() {
        begunLater = true;
    }

    void clear() {
        replies.clear();
        pieces.clear();
    }

    /**
     * @param yes the words that this verdict rests on
     * @param sinceMs when they were begun
     */
    @Nullable
    Fault answers(Moment verdict, Moment yes, long sinceMs) {
        long reply = Moment.number(verdict.parameters(), ToolRequests.REPLY);
        Asked asked = replies.get(reply);
        if (asked == null && begunLater) {
            return null;
        }
        if (asked == null || !asked.words.equals(Moment.text(verdict.parameters(), "words"))) {
            return new Fault("a question of the house in these words before its yes", verdict.brief());
        }
        boolean isHeard = asked.heardAt != 0 && asked.heardAt < yes.rune().eventId() && asked.heardMs <= sinceMs;
        return isHeard
                ? null
                : new Fault("reply " + reply + " heard to its end before its yes was begun", verdict.brief());
    }
}
