package dev.parley.session.port;

/**
 * Where sound is kept, apart from the record (recording level L2). It is given a frame only while everyone present has
 * consented. Called where the conversation runs; nothing here may wait.
 */
public interface AudioSink {
    /** Nothing is kept. */
    AudioSink NONE = (track, mediaMicros, pcm) -> {};

    /** Who is heard in it. */
    enum Track {
        PERSON,
        AGENT
    }

    /** Twenty milliseconds of 16-bit mono samples at 16 kHz at this place of the media line. The bytes are lent. */
    void keep(Track track, long mediaMicros, byte[] pcm);
}
