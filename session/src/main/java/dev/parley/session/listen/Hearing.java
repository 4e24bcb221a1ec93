package dev.parley.session.listen;

/** What the ear tells the floor. */
public interface Hearing {
    /** A voice has lasted as long as it takes to interrupt, and is still there. */
    void voiceLasted(Segment segment);

    void voiceStopped(Segment segment);

    /** The final transcript of this segment is among the words that wait for a turn. */
    void wordsArrived(Segment segment);

    /** What this segment said will never be known. */
    void wordsLost(Segment segment);

    /** Somebody has begun to say more than was known so far. */
    void wordsChanged();

    /** Everything that was said is known, though the silence has not lasted long enough yet. */
    void wordsKnown();

    /** The person has finished: the words may open a turn. */
    void personFinished();
}
