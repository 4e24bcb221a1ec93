package dev.parley.session.speak;

import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import dev.parley.session.port.Reply;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is spoken in one go: a whole reply, or a piece of one that was judged by itself.
 *
 * @param piece the piece it was made from, or null for a whole reply
 * @param say what was decided about the piece
 */
record Utterance(
        long number, Reply reply, Voice voice, @Nullable Piece piece, Say say) {

    /**
     * A piece of a reply.
     *
     * @param of the number of the reply
     * @param voices makes the voice that speaks it
     * @param carries whether it is one sentence that carries something to judge; other sentences stay together
     */
    record Piece(long of, Reply whole, String text, boolean carries, Function<Reply, Voice> voices) {}
}
