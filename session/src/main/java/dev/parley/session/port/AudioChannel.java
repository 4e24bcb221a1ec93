package dev.parley.session.port;

/**
 * The far end of a conversation that is held in sound: a device, a socket, a telephone line. Called where the conversation
 * runs; nothing here may wait.
 */
public interface AudioChannel {
    /** The far end does not say how much it has played. */
    long UNKNOWN = -1;

    /**
     * The next 20 ms of speech: 16-bit mono samples at 16 kHz. The bytes are lent until this returns. False when the far end
     * takes nothing now; the same frame comes again.
     */
    boolean play(byte[] pcm, long mediaMicros);

    /** Whatever was taken and not played is thrown away, at once. */
    void flush();

    /** The last frame of the present reply was handed out, though it may not have been played. Again after a pause in it. */
    default void handedOut() {}

    /** How far ahead of its pace the far end wants its speech; 200 ms are the most, and one frame the least. */
    default long aheadMs() {
        return 200;
    }

    /** How many milliseconds were played of all that was taken, or {@link #UNKNOWN}. */
    default long playedMs() {
        return UNKNOWN;
    }

    /**
     * How many milliseconds of all that was taken have left for the far end, or {@link #UNKNOWN} where everything does at once.
     * What has not left is not heard, whatever the pace and the far end say.
     */
    default long sentMs() {
        return UNKNOWN;
    }

    /** Whether the far end reports what it has played by an event, some time later. */
    default boolean reports() {
        return false;
    }

    /** Whether there is a far end now. One that is there later says so by an event. */
    default boolean isThere() {
        return true;
    }

    /** Whose voice is heard, empty for somebody nobody knows. */
    default String speaker() {
        return "";
    }
}
