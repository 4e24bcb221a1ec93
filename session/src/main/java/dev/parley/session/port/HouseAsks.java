package dev.parley.session.port;

/**
 * The questions that the house puts to its people: whether they consent, lend or want something changed. The runtime asks them in
 * the house's own words, whoever answers else. Such a question can be answered once it was heard to its end (ruling E7), and only
 * as long as nothing else was said since.
 */
public interface HouseAsks {
    HouseAsks NONE = new HouseAsks() {
        @Override
        public void put(String question, long reply) {}

        @Override
        public void heard(long reply, long atMs) {}

        @Override
        public void interposed() {}

        @Override
        public boolean isAwaited() {
            return false;
        }
    };

    /** This question, in these words, is put to somebody by this reply. */
    void put(String question, long reply);

    /** A reply was heard to its end. */
    void heard(long reply, long atMs);

    /** Something else is said, which nobody asked for: a yes after that may be meant for it. */
    void interposed();

    /** Whether somebody has heard a question and is yet to answer. */
    boolean isAwaited();
}
