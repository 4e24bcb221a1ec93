package dev.parley.session.speak;

import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import dev.parley.session.event.Reply;
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
     * @param judged what is judged: its text, or more of the reply where only both together carry something
     * @param carries whether it is one sentence that carries something to judge; other sentences stay together
     * @param streamed whether it is a sentence of a reply that was still being written
     */
    record Piece(
            long of,
            Reply whole,
            String text,
            String judged,
            boolean carries,
            boolean streamed,
            Function<Reply, Voice> voices) {
        /** A piece of a reply that is known to its end. */
        static Piece of(long of, Reply whole, String text, boolean carries, Function<Reply, Voice> voices) {
            return new Piece(of, whole, text, text, carries, false, voices);
        }

        /** The same, as it is judged. */
        Piece judgedAs(String other, boolean carriesSomething) {
            return new Piece(of, whole, text, other, carriesSomething, streamed, voices);
        }
    }
}
