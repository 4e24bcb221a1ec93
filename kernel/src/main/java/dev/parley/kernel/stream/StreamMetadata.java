package dev.parley.kernel.stream;

import dev.parley.kernel.Case;
import dev.parley.kernel.Decision;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Metadata;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every verdict about a stream says beside its decision: the reading in force, the revision of its graph, and
 * whether an override made the difference. The common values are built once.
 */
final class StreamMetadata {
    private static final int COMMON_REVISIONS = 16;

    private final Json.Obj reading;
    private final List<Invariant<Case<Subject, StreamEvent>>> catalogue;
    private final Metadata plain;
    private final Metadata[] revisions = new Metadata[COMMON_REVISIONS];

    StreamMetadata(InterruptReading reading, List<Invariant<Case<Subject, StreamEvent>>> catalogue) {
        this.reading = Json.Obj.EMPTY.with("reading", reading.code());
        this.catalogue = catalogue;
        this.plain = new Metadata(this.reading);
        for (int i = 0; i < COMMON_REVISIONS; i++) {
            revisions[i] = new Metadata(this.reading.with("revision", i));
        }
    }

    Metadata of(Case<Subject, StreamEvent> decided, Decision decision) {
        Subject after = decision == Decision.ALLOWED ? decided.next() : decided.present();
        Metadata common = of(after);
        return dependsOnOverrides(decided.event()) && isInfluenced(decided, decision)
                ? new Metadata(common.json().with("override_influenced", true))
                : common;
    }

    Metadata of(@Nullable Subject state) {
        Graph graph = state instanceof Stream stream ? stream.state().graph() : null;
        if (graph == null) {
            return plain;
        }
        int revision = graph.revision();
        return revision < COMMON_REVISIONS ? revisions[revision] : new Metadata(reading.with("revision", revision));
    }

    private static boolean dependsOnOverrides(StreamEvent event) {
        return event instanceof StreamEvent.OfOverride
                || event instanceof StreamEvent.Interrupt
                || event instanceof StreamEvent.OfSession;
    }

    /** Decides the case once more as if nobody had an override. A halted session refuses either way. */
    private boolean isInfluenced(Case<Subject, StreamEvent> decided, Decision decision) {
        boolean counts = switch (decided.present()) {
            case Stream stream ->
                !decided.view().isHalted(stream.charter().sessionKey()) && Overrides.isActive(decided.view(), stream);
            case Session session -> !decided.view().isHalted(session.id()) && session.override() != null;
            case UserOverrides _ -> false;
            case null -> false;
        };
        return counts && decision != withoutOverrides(decided);
    }

    private Decision withoutOverrides(Case<Subject, StreamEvent> decided) {
        View<Subject> masked = new WithoutOverrides(decided.view());
        Subject present = WithoutOverrides.masked(decided.present());
        Case<Subject, StreamEvent> other =
                new Case<>(decided.request(), decided.event(), masked, present, decided.step());
        Decision decision = Decision.ALLOWED;
        for (Invariant<Case<Subject, StreamEvent>> invariant : catalogue) {
            if (invariant.check().failure(other) != null) {
                if (invariant.level() == Level.HALT) {
                    return Decision.HALTED;
                }
                decision = Decision.DENIED;
            }
        }
        return decision;
    }

    private record WithoutOverrides(View<Subject> view) implements View<Subject> {
        @Override
        public @Nullable Subject state(String subject) {
            return masked(view.state(subject));
        }

        static @Nullable Subject masked(@Nullable Subject state) {
            return switch (state) {
                case Session session -> session.with(null);
                case UserOverrides _ -> UserOverrides.NONE;
                case Stream stream -> stream;
                case null -> null;
            };
        }
    }
}
