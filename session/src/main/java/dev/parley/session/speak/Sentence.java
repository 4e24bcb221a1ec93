package dev.parley.session.speak;

import dev.parley.session.event.Reply;
import java.util.List;

/**
 * A sentence of a reply that is still being written.
 *
 * @param audioMs how long it takes to speak, if the author of the reply says so; 0 if not
 */
public record Sentence(String text, boolean interruptible, long audioMs) {
    Reply asReply() {
        return new Reply(text, audioMs, interruptible, List.of(), 0);
    }
}
