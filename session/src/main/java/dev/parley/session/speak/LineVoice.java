package dev.parley.session.speak;

/**
 * What becomes of the voice of one line.
 *
 * @param streams whether its chunks are played as they come
 */
record LineVoice(Speech speech, Line line, boolean streams, Progress progress) implements Voice.Listener {
    @Override
    public void audioReady(long audioMs) {
        speech.ready(line, audioMs);
    }

    @Override
    public void audioMade(long audioMs) {
        speech.made(line, audioMs);
    }

    @Override
    public void audioLost() {
        speech.lost(line);
    }

    @Override
    public void voiceFailed(String reason) {
        progress.failed(reason);
    }
}
