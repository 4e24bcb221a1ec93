package dev.parley;

import dev.parley.session.port.AudioChannel;

/**
 * A far end whose voice is that of the person whom the program has recognised, unless the far end knows better.
 *
 * @param person empty if nobody was recognised
 */
record VoiceOf(String person, FarEnd far) implements AudioChannel {
    @Override
    public String speaker() {
        String named = far.speaker();
        return named.isEmpty() ? person : named;
    }

    @Override
    public boolean play(byte[] pcm, long mediaMicros) {
        return far.play(pcm, mediaMicros);
    }

    @Override
    public void flush() {
        far.flush();
    }

    @Override
    public boolean isThere() {
        return far.isThere();
    }

    @Override
    public void handedOut() {
        far.handedOut();
    }

    @Override
    public long aheadMs() {
        return far.aheadMs();
    }

    @Override
    public long playedMs() {
        return far.playedMs();
    }

    @Override
    public long sentMs() {
        return far.sentMs();
    }

    @Override
    public boolean reports() {
        return far.reports();
    }
}
