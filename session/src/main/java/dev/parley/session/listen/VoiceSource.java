package dev.parley.session.listen;

/** Where voices are found in sound. */
public interface VoiceSource {
    /** Voices that somebody else found: each is heard from its beginning to its end. */
    VoiceSource EVENTS = new VoiceSource() {
        @Override
        public boolean isVoiced() {
            return true;
        }

        @Override
        public void waitFor(long silenceMs) {}

        @Override
        public void endVoice() {}
    };

    /** Whether somebody can be heard at this moment, not only lately. */
    boolean isVoiced();

    /** From now on silence that lasts so long ends a voice. */
    void waitFor(long silenceMs);

    /** Ends the voice that pauses now without waiting any longer; nothing while somebody can be heard. */
    void endVoice();
}
