package dev.parley.session.people;

import dev.parley.kernel.json.Json;
import dev.parley.session.speak.SpeechStreams;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a house takes from the words of its people, before any model is asked. */
public interface Understanding {
    /** So many sentences of one conversation may be prepared at most before it asks what the first of them says. */
    int AHEAD_MAX = 64;

    /** Takes nothing from words: people are known by events alone. */
    Understanding NONE = new Understanding() {
        @Override
        public @Nullable String statement(String sentence) {
            return null;
        }

        @Override
        public @Nullable Note note(String sentence) {
            return null;
        }
    };

    /**
     * Something about a field of one's own profile.
     *
     * @param value what is to be kept, or null for a question
     */
    record Note(String field, @Nullable String value) {}

    /**
     * Something that a person says to a machine of the house.
     *
     * @param target whom it is about; empty for whoever says it
     */
    record Act(String machine, String action, String target, Json.Obj parameters) {
        /** Whom it is about if this person says it. */
        String about(String by) {
            return target.isEmpty() ? by : target;
        }

        /** People speak for themselves; that somebody is here the runtime notices, whoever says it (ruling B16). */
        String actor(String by) {
            return isNoticed() ? SessionHousehold.SYSTEM : SpeechStreams.actor(speaker(by));
        }

        Json.Obj parameters(String by) {
            return isNoticed() ? parameters : parameters.with("by", speaker(by));
        }

        private boolean isNoticed() {
            return machine.equals("mode");
        }

        /** Whoever claims to be somebody does so in that name. */
        private String speaker(String by) {
            return action.equals("explicit_identity_claim") ? about(by) : by;
        }
    }

    /**
     * Whether understanding this sentence takes longer than a conversation may be held up. Called on any thread, and
     * returns at once.
     */
    default boolean takesLong(String sentence) {
        return false;
    }

    /**
     * Does what takes long about this sentence and about what may be remembered of it, so that it takes long no more. Called off
     * the conversation's thread.
     */
    default void prepare(String sentence) {}

    /**
     * That this person has said this: what an agent asked before, it may answer. Called on the conversation's thread, once for
     * every sentence and before it is asked what the sentence says.
     */
    default void heard(String sentence, String by) {}

    /** What the sentence says to the machines of the house, beside statements about the company and notes. */
    default List<Act> acts(String sentence) {
        return List.of();
    }

    /** The name in words that answer how somebody wants to be addressed; null if they are something else. */
    default @Nullable String address(String sentence) {
        return null;
    }

    /** How somebody wants to be spoken to from now on, as the parameters of an override; null where they say nothing of it. */
    default Json.@Nullable Obj manner(String sentence) {
        return null;
    }

    /** What the sentence says about who is here, in the words of the mode machine, or null. */
    @Nullable
    String statement(String sentence);

    /** What somebody wants kept about themself, or asks about it; or null. */
    @Nullable
    Note note(String sentence);
}
