package dev.parley.session.port;

import dev.parley.kernel.event.AgentEvents.HouseholdQuestion;

/**
 * The questions that the house puts to its people: whether they consent, lend or want something changed. The runtime asks them in
 * the house's own words, whoever answers else. Such a question can be answered once it was heard to its end (ruling E7), and only
 * as long as nothing else was said since.
 */
public interface HouseAsks {
    HouseAsks NONE = new HouseAsks() {
        @Override
        public HouseholdQuestion put(String question, long reply, boolean aloud) {
            return new HouseholdQuestion(null, null, null);
        }

        @Override
        public void heard(long reply, long atMs) {}

        @Override
        public void withheld(long reply) {}

        @Override
        public void interposed() {}

        @Override
        public boolean isAwaited() {
            return false;
        }
    };

    /**
     * This question, in these words, is put to a person by this reply. Returns what it asks for; all fields are absent if the
     * question is no longer open.
     *
     * @param aloud whether questions are asked aloud here, so that the time for an answer begins when it was heard
     */
    HouseholdQuestion put(String question, long reply, boolean aloud);

    /** A reply was heard to its end. */
    void heard(long reply, long atMs);

    /** A reply is not said as it is, because not everybody here may hear it: if it is a question, that is dropped. */
    void withheld(long reply);

    /** Something else is said, which nobody asked for: a yes after that may be meant for it. */
    void interposed();

    /** Whether somebody has heard a question and is yet to answer. */
    boolean isAwaited();
}
