package dev.parley.speech.vad;

/** Says of one frame of 20 ms whether it sounds like a voice. It remembers the frames before, so every call has its own. */
interface FrameJudge extends AutoCloseable {
    boolean isVoice(short[] samples);

    @Override
    void close();
}
