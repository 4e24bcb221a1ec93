package dev.parley.app.voice;

/** What is done about the loudspeaker in the microphone. It is asked once for every frame, in this order: played, heard. */
interface Echo extends AutoCloseable {
    /** This frame leaves the loudspeaker; it is silence where nothing plays. */
    void played(byte[] frame, boolean silent);

    /** What the conversation hears of a frame of the microphone. */
    byte[] heard(byte[] frame);

    /** Whether the microphone counts for nothing now. */
    boolean isDeaf();

    @Override
    void close();
}
