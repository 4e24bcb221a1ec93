package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentReplyStarted;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.rune.RuneEnvelope;

/** One reply of the open turn, or a sentence of one, from its text to the end of its playback. It does not change. */
public final class Reply implements Cloneable {
    /** How long a frame of speech is: one that has begun counts as played. */
    static final long FRAME_MS = 20;

    /** How far its stream is. */
    enum Stage {
        NONE,
        MADE,
        PLAYING,
        INTERRUPTED,
        OVER
    }

    final long number;
    final long turn;
    /** The reply that it is a sentence of, 0 for none. */
    long of;

    boolean interruptible;
    int words;
    /** Whether the model is still writing it. */
    boolean isWriting;
    /** Whether it was spoken while it was written. */
    boolean isStreamed;
    /** How many of its sentences were released while it was written, and not heard to their end. */
    int unheard;
    /** The event after which nothing is known of its text. */
    long writtenBy;
    /** Whether it is told that the rest of it was left unsaid. */
    boolean isCut;

    Stage stage = Stage.NONE;
    /** Whether the runtime itself says it, for no agent. */
    boolean isOfSystem;
    /** The verdict that lets it be heard. */
    long play;

    boolean isInterrupted;
    /** Whether the runtime has stopped it in the middle. */
    boolean isStopped;
    /** Whether the runtime has asked for its end, allowed or not. */
    boolean isEndAsked;

    boolean isHeard;
    boolean isPlaying;
    boolean isPlayed;
    boolean isCaptioned;
    /** Whether its length is known only at its end. */
    boolean isInFrames;

    long beganMs;
    long sinceMs;
    long endedMs;
    long audioMs;
    long playedMs;
    /** The most that can have been played by now: a far end may report late, and less than it has played. */
    long playableMs;
    /** The stop that it has not gone on from, 0 for none. */
    long stoppedBy;
    /** How much of it was played at its last stop. */
    long stoppedMs;
    /** The last event of its playback. */
    long playedBy;

    private Reply(long number, long turn) {
        this.number = number;
        this.turn = turn;
    }

    static Reply started(AgentReplyStarted event, Recorded at) {
        Reply reply = new Reply(event.reply(), at.turn());
        reply.interruptible = event.interruptible();
        reply.isWriting = true;
        reply.isStreamed = true;
        reply.writtenBy = at.id();
        return reply;
    }

    static Reply said(AgentReplied event, Recorded at) {
        Reply reply = new Reply(event.reply(), at.turn());
        reply.interruptible = event.interruptible();
        reply.words = CountedWords.count(event.piiText());
        return reply;
    }

    static Reply sentence(AgentSentenceReleased event, boolean interruptible, Recorded at) {
        Reply reply = new Reply(event.reply(), at.turn());
        reply.of = event.of();
        reply.interruptible = interruptible;
        reply.words = CountedWords.count(event.piiText());
        reply.isStreamed = Boolean.TRUE.equals(event.streamed());
        return reply;
    }

    Reply copy() {
        try {
            return (Reply) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** It begins to be heard. */
    void begins(long lengthMs, Recorded at) {
        isHeard = true;
        isPlaying = true;
        beganMs = at.atMs();
        sinceMs = beganMs;
        endedMs = beganMs;
        audioMs = lengthMs;
        isInFrames = lengthMs == 0 && at.rune().envelope().mediaMicros() != RuneEnvelope.NO_MEDIA_TIME;
        playedBy = at.id();
    }

    /** So much of it was played by now. */
    void played(long newPlayedMs, boolean playsOn, Recorded at) {
        long passed = passedMs(at.atMs());
        playedMs = newPlayedMs;
        stoppedMs = playsOn ? stoppedMs : newPlayedMs;
        endedMs = isPlaying ? at.atMs() : endedMs;
        isPlaying = playsOn && isPlaying;
        playableMs = isPlaying ? playableMs + passed : newPlayedMs;
        sinceMs = at.atMs();
        playedBy = at.id();
    }

    void goesOn(Recorded at) {
        isPlaying = true;
        stoppedBy = 0;
        sinceMs = at.atMs();
        playedBy = at.id();
    }

    private long passedMs(long nowMs) {
        return isPlaying ? nowMs - sinceMs : 0;
    }

    /** How much of it can have been played at most. */
    long mostMs(long nowMs) {
        long lengthMs = isInFrames ? playableMs + passedMs(nowMs) + FRAME_MS : audioMs;
        return isPlaying ? lengthMs : playedMs;
    }

    /** How much of it was played at least. What is told while speech in frames plays is by its pace, and a far end may report less. */
    long leastMs() {
        return isInFrames ? stoppedMs : playedMs;
    }

    /** How much of it was played on a clock that stands still while something happens. */
    public long exactMs(long nowMs) {
        return playedMs + passedMs(nowMs);
    }

    /** Whether it began to be heard and has not ended. */
    public boolean isOpen() {
        return isHeard && !isPlayed;
    }

    /** Whether a stop by the system cuts it: the runtime ends its own replies so, and those that are interrupted. */
    boolean isCutBySystem() {
        return stage == Stage.PLAYING && !isOfSystem;
    }

    /** Whether it is an agent's reply that is not over. */
    public boolean isSaidByAgent() {
        return !isOfSystem && (stage == Stage.PLAYING || stage == Stage.INTERRUPTED);
    }

    /** Whether its stream has ended. */
    boolean isOver() {
        return stage == Stage.OVER;
    }

    /** Whether it was spoken while it was written, and some of it was left unsaid. */
    public boolean isLeft() {
        return isStreamed && of == 0 && (unheard > 0 || isWriting);
    }

    public long number() {
        return number;
    }

    public long turn() {
        return turn;
    }

    public int words() {
        return words;
    }

    public long writtenBy() {
        return writtenBy;
    }

    public boolean isInterrupted() {
        return isInterrupted;
    }

    public boolean isStopped() {
        return isStopped;
    }

    public boolean isHeard() {
        return isHeard;
    }

    public boolean isPlaying() {
        return isPlaying;
    }

    public boolean isInFrames() {
        return isInFrames;
    }

    public boolean isWriting() {
        return isWriting;
    }

    public long beganMs() {
        return beganMs;
    }

    public long endedMs() {
        return endedMs;
    }

    /** How long its audio is, 0 where that is known only at its end. */
    public long audioMs() {
        return audioMs;
    }

    public long playedMs() {
        return playedMs;
    }

    public long stoppedBy() {
        return stoppedBy;
    }

    public long playedBy() {
        return playedBy;
    }
}
