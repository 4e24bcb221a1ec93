package dev.parley.app.voice;

import dev.parley.Conversation;
import dev.parley.FarEnd;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.port.AudioSink;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/** What a conversation in sound is held with: a sound card, or two files in place of one. */
public interface SoundDevice extends FarEnd, Closeable {
    /** Before the conversation begins: where its sound is kept as far as everyone consents, and who sees its events. */
    void attend(AudioSink keeper, Consumer<Rune> seer);

    /** Works until the person has nothing more to say and the conversation neither. */
    void run(Conversation talk) throws IOException;
}
