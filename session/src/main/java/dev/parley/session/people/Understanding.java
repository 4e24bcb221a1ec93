package dev.parley.session.people;

import org.jspecify.annotations.Nullable;

/** What a house takes from the words of its people, before any model is asked. */
public interface Understanding {
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

    /** What the sentence says about who is here, in the words of the mode machine, or null. */
    @Nullable
    String statement(String sentence);

    /** What somebody wants kept about themself, or asks about it; or null. */
    @Nullable
    Note note(String sentence);
}
