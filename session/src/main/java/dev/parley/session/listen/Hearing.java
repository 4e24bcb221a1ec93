package dev.parley.session.listen;

/** What the ear tells the floor. */
public interface Hearing {
    /** A voice has lasted as long as it takes to interrupt, and is still there. */
    void voiceLasted(Segment segment);

    void voiceStopped(Segment segment);

    /** The final transcript of this segment is among the words that wait for a turn. */
    void wordsArrived(Segment segment);

    /** Somebody says a stop word: the output falls silent before that is recorded. {@link #stopHeard} follows at once. */
    void hush();

    /** A stop word was recognised. The words that wait for a turn, with those of the stop if they are known, do nothing. */
    void stopHeard(Segment segment);

    /** The rest of what was said around a stop: it is remembered, and nobody answers it. */
    void keepUnanswered(Said said);

    /** Whether these words answer a question that is open. */
    boolean answers(String text, String by);

    /** Somebody only showed that they listen. */
    void backchannelHeard(Segment segment);

    /** What this segment said will never be known. */
    void wordsLost(Segment segment);

    /** Whether there is a turn that a stop would end. */
    boolean isAnswering();

    /** Somebody spoke, and what they said is not understood well enough to act on it. */
    void notUnderstood(Segment segment);

    /** Somebody has begun to say more than was known so far. */
    void wordsChanged();

    /** Everything that was said is known, though the silence has not lasted long enough yet. */
    void wordsKnown();

    /** The person has finished: the words may open a turn. */
    void personFinished();
}
