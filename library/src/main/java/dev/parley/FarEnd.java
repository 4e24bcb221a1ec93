package dev.parley;

import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.EventDoor;
import dev.parley.session.port.AudioChannel;
import dev.parley.session.port.AudioSink;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.settings.Settings;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The far end of a conversation that is held in sound: a device, a socket, a telephone. Speech goes to it in frames of 20 ms,
 * and a person's voice comes from it by {@link Conversation#hear}. Called where the conversation runs; nothing here may wait.
 */
public interface FarEnd extends AudioChannel {
    /** Every event of the conversation in the moment in which it is recorded. */
    default void recorded(Rune rune) {}

    /** Keeps the sound of the conversation, as far as everyone has consented. */
    default AudioSink kept() {
        return AudioSink.NONE;
    }

    /** How this conversation is held, given how all the others are. */
    default Settings settings(Settings usual) {
        return usual;
    }

    /**
     * The tools that this far end brings along. Their results come back by the door.
     *
     * @param work where is done what would hold the conversation up
     */
    default List<ToolShelf> tools(EventDoor door, Executor work) {
        return List.of();
    }

    /** Whether the next sentence is shown instead of spoken: it takes no time then, and its frames are silence. */
    default boolean showsWords() {
        return false;
    }

    /**
     * Whether the conversation stays in memory until it is over, as a call does. A far end that comes and goes says when it is
     * there, by {@link Conversation#connect}.
     */
    default boolean staysInMemory() {
        return true;
    }
}
