package dev.parley.replay.effect;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneEnvelope;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One rune of a conversation.
 *
 * @param verdict what its verdict was derived again to; null if it is no verdict
 */
record Moment(Rune rune, String kind, @Nullable Verdict<?> verdict) {

    private static final String DIGEST = "text_sha256";

    static Moment of(Rune rune, @Nullable Verdict<?> verdict) {
        return new Moment(rune, rune.kind(), verdict);
    }

    long turn() {
        return rune.turn();
    }

    long nowMs() {
        return rune.envelope().monotonicNanos() / 1_000_000;
    }

    /** Whether it lies on the time of frames that were heard or played. */
    boolean isInSound() {
        return rune.envelope().mediaMicros() != RuneEnvelope.NO_MEDIA_TIME;
    }

    Json.Obj payload() {
        return rune.payload();
    }

    /** Whether its words are in the record; where no text is kept, a digest is in their place. A text that is absent is empty. */
    boolean isReadable() {
        return !payload().has(DIGEST);
    }

    /** Whether it is an allowed verdict of this room. */
    boolean allows(String verdictKind) {
        return verdict != null && verdict.isAllowed() && kind.equals(verdictKind);
    }

    String actor() {
        return text("actor");
    }

    String target() {
        return text("target");
    }

    String action() {
        return text("action");
    }

    Json.Obj parameters() {
        return object(payload(), "parameters");
    }

    /** The text under this key; one that is absent is empty. */
    String text(String key) {
        return text(payload(), key);
    }

    /** The number under this key; one that is absent is 0. */
    long number(String key) {
        return number(payload(), key);
    }

    boolean flag(String key) {
        return Boolean.TRUE.equals(payload().flag(key));
    }

    static String text(Json.Obj object, String key) {
        String text = object.text(key);
        return text == null ? "" : text;
    }

    static long number(Json.Obj object, String key) {
        BigDecimal number = object.number(key);
        return number == null ? 0 : number.longValue();
    }

    /** The number that all that is left of this text from there on is, or -1 if it is none of at most so many digits. */
    static long digits(String text, int from, int most) {
        if (from >= text.length() || text.length() - from > most) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    static Json.Obj object(Json.Obj object, String key) {
        return object.get(key) instanceof Json.Obj inner ? inner : Json.Obj.EMPTY;
    }

    /** The rune in a few words. */
    String brief() {
        String what = kind + (verdict == null ? "" : " " + action() + " of " + target() + " by " + actor());
        return turn() == 0 ? what : what + " in turn " + turn();
    }
}
