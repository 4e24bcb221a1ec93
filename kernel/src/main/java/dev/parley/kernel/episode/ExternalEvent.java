package dev.parley.kernel.episode;

import java.time.Instant;

/** What comes from outside an episode and is no packet (ruling C8). */
public sealed interface ExternalEvent extends EpisodeEntry {

    /** A human answered an escalation. */
    record UserInput(String correlationId, Instant createdAt) implements ExternalEvent {
        @Override
        public String typeName() {
            return "user_input";
        }
    }

    /** The episode is complete; its ledger may go. */
    record EpisodeClose(String correlationId, Instant createdAt) implements ExternalEvent {
        @Override
        public String typeName() {
            return "episode_close";
        }
    }
}
