package dev.parley.replay.effect;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What comes from outside in several runes: a voice begins before it ends, and a provider is asked and answers once. */
final class HeardFacts implements Facts {
    private final Set<String> begun = new HashSet<>();
    private final Set<String> ended = new HashSet<>();
    private final Set<String> understood = new HashSet<>();
    private final Set<Long> asked = new HashSet<>();
    private final Set<Long> answered = new HashSet<>();

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case "voice.began" ->
                begun.add(moment.text("segment"))
                        ? null
                        : new Fault("a new segment", "segment " + moment.text("segment") + " again");
            case "voice.ended" -> after(moment, ended);
            case "stt.final" -> after(moment, understood);
            case "voice.lost" -> begun.contains(moment.text("segment")) ? null : unknown(moment);
            case "provider.call" -> once(moment, asked);
            case "provider.outcome" -> once(moment, answered);
            default -> null;
        };
    }

    /** The next runtime counts its segments and calls anew. */
    @Override
    public void takenOver() {
        begun.clear();
        ended.clear();
        understood.clear();
        asked.clear();
        answered.clear();
    }

    private @Nullable Fault after(Moment moment, Set<String> before) {
        if (!begun.contains(moment.text("segment"))) {
            return unknown(moment);
        }
        return before.add(moment.text("segment"))
                ? null
                : new Fault("one " + moment.kind() + " of segment " + moment.text("segment"), "a second one");
    }

    private static Fault unknown(Moment moment) {
        return new Fault("voice.began of segment " + moment.text("segment"), moment.kind());
    }

    private static @Nullable Fault once(Moment moment, Set<Long> before) {
        return before.add(moment.number("call"))
                ? null
                : new Fault("one " + moment.kind() + " of call " + moment.number("call"), "a second one");
    }
}
