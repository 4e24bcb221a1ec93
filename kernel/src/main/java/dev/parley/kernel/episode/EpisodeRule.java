package dev.parley.kernel.episode;

import dev.parley.kernel.Invariant;
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

    private final Invariant<Moment> invariant;
    private final Stage stage;
    private final Class<? extends EpisodeEntry> kind;

    private EpisodeRule(Invariant<Moment> invariant, Stage stage, Class<? extends EpisodeEntry> kind) {
        this.invariant = invariant;
        this.stage = stage;
        this.kind = kind;
    }

    /** A rule about one kind of entry; it holds for every other kind. */
    static <E extends EpisodeEntry> EpisodeRule of(
            String id, Stage stage, Class<E> kind, String sentence, Check<E> check) {
        Level level = stage == Stage.ADVICE ? Level.WARN : Level.REJECT;
        Invariant.Check<Moment> onKind =
                moment -> kind.isInstance(moment.entry()) ? check.breach(kind.cast(moment.entry()), moment) : null;
        return new EpisodeRule(new Invariant<>(id, level, sentence, onKind), stage, kind);
    }

    public String id() {
        return invariant.id();
    }

    public Level level() {
        return invariant.level();
    }

    public String sentence() {
        return invariant.sentence();
    }

    Stage stage() {
        return stage;
    }

    /** Whether it looks at entries of this class. */
    boolean isAbout(Class<?> entry) {
        return kind.isAssignableFrom(entry);
    }

    @Nullable
    Breach breach(Moment moment) {
        String reason = invariant.check().failure(moment);
        return reason == null ? null : new Breach(id(), reason);
    }

    @Override
    public String toString() {
        return id();
    }
}
