package dev.parley.kernel.episode;

import dev.parley.kernel.Level;
import org.jspecify.annotations.Nullable;

/** A named invariant of an episode: stable id, level, one sentence, a pure check. */
public final class EpisodeRule {

    /** The order of judgement. The first stage that finds something reports all it finds. */
    enum Stage {
        HEADER,
        TRANSITION,
        SEQUENCE,
        /** A packet that is refused anyway spends nothing, so budgets are judged last. */
        BUDGET,
        /** Only for entries that are accepted. */
        ADVICE
    }

    /** Says why the rule is broken, or null where it holds. */
    interface Check<E extends EpisodeEntry> {
        @Nullable
        String breach(E entry, Moment moment);
    }

    private final String id;
    private final Stage stage;
    private final String sentence;
    private final Check<EpisodeEntry> check;

    private EpisodeRule(String id, Stage stage, String sentence, Check<EpisodeEntry> check) {
        this.id = id;
        this.stage = stage;
        this.sentence = sentence;
        this.check = check;
    }

    /** A rule about one kind of entry; it holds for every other kind. */
    static <E extends EpisodeEntry> EpisodeRule of(
            String id, Stage stage, Class<E> kind, String sentence, Check<E> check) {
        return new EpisodeRule(
                id,
                stage,
                sentence,
                (entry, moment) -> kind.isInstance(entry) ? check.breach(kind.cast(entry), moment) : null);
    }

    public String id() {
        return id;
    }

    public Level level() {
        return stage == Stage.ADVICE ? Level.WARN : Level.REJECT;
    }

    public String sentence() {
        return sentence;
    }

    Stage stage() {
        return stage;
    }

    @Nullable
    Breach breach(Moment moment) {
        String reason = check.breach(moment.entry(), moment);
        return reason == null ? null : new Breach(id, reason);
    }

    @Override
    public String toString() {
        return id;
    }
}
