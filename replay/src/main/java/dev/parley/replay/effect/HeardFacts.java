package dev.parley.replay.effect;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What comes from outside in several runes: a voice begins before it ends, and a provider is asked and answers once. */
final class HeardFacts implements Facts {
    private final Course course;
    private final Owed owed;
    private final Set<String> lost = new HashSet<>();
    private final Map<String, String> begun = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    private final Set<String> understood = new HashSet<>();
    private final Set<Long> asked = new HashSet<>();
    private final Set<Long> answered = new HashSet<>();

    HeardFacts(Course course, Owed owed) {
        this.course = course;
        this.owed = owed;
    }

    @Override
    public @Nullable Fault accept(Moment moment) {
        return switch (moment.kind()) {
            case "voice.began" ->
                begun.put(moment.text("segment"), moment.text("by")) == null
                        ? null
                        : new Fault("a new segment", "segment " + moment.text("segment") + " again");
            case "voice.ended" -> after(moment, ended);
            case "stt.final" ->
                course.isVirtual() && !ended.contains(moment.text("segment"))
                        ? new Fault("voice.ended of segment " + moment.text("segment"), moment.kind())
                        : after(moment, understood);
            case "voice.lost" -> after(moment, lost);
            case "provider.call" -> once(moment, asked);
            case "provider.outcome" -> {
                boolean heard = moment.text("provider").equals("stt")
                        && moment.text("outcome").equals("success");
                if (heard && course.isVirtual()) {
                    owed.words();
                }
                yield once(moment, answered);
            }
            default -> null;
        };
    }

    @Override
    public void remember(Moment past) {
        if (!past.kind().startsWith("provider.")) {
            accept(past);
        }
    }

    /** The next runtime counts its segments and calls anew. */
    @Override
    public void takenOver() {
        begun.clear();
        ended.clear();
        understood.clear();
        asked.clear();
        answered.clear();
        lost.clear();
    }

    private @Nullable Fault after(Moment moment, Set<String> before) {
        String by = begun.get(moment.text("segment"));
        if (by == null || !by.equals(moment.text("by"))) {
            return by == null ? unknown(moment) : new Fault("by '" + by + "'", "by '" + moment.text("by") + "'");
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
