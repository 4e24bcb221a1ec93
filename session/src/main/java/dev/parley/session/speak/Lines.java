package dev.parley.session.speak;

import dev.parley.session.port.Manner;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What one turn is saying now, and what is made ready to be said after it. */
public final class Lines implements Iterable<Line> {
    private final Deque<Line> lines = new ArrayDeque<>();
    private final Recital recital;
    private final Output output;
    /** The reply of which a piece was heard last, 0 once nothing followed it. */
    private long heardOf;
    /** The reply of which a piece was heard last, however long ago. */
    private long begunOf;
    /** The reply whose sentences were begun last while it was being written, and how all of it is spoken (ruling S18). */
    private long streamed;

    private Manner streamedManner = Manner.NORMAL;

    Lines(Recital recital, Output output) {
        this.recital = recital;
        this.output = output;
    }

    @Override
    public Iterator<Line> iterator() {
        return lines.iterator();
    }

    @Nullable
    Line peek() {
        return lines.peek();
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    int size() {
        return lines.size();
    }

    void remove(Line line) {
        lines.remove(line);
    }

    void clear() {
        lines.clear();
    }

    /** Whether this is a later sentence of a reply that was begun while it was being written. */
    boolean continues(Utterance utterance) {
        Utterance.Piece piece = utterance.piece();
        return piece != null && piece.streamed() && piece.of() == streamed;
    }

    /** @param first whether it comes before all others that are made ready */
    Line begin(Utterance utterance, SpeechStreams streams, boolean first) {
        Utterance.Piece piece = utterance.piece();
        Line line = new Line(utterance, streams, !first && !lines.isEmpty());
        if (continues(utterance)) {
            line.manner = streamedManner;
        } else if (piece != null && piece.streamed()) {
            streamed = piece.of();
            streamedManner = line.manner;
        }
        line.continues = piece != null && piece.of() == heardOf;
        if (first) {
            lines.addFirst(line);
        } else {
            lines.add(line);
        }
        return line;
    }

    /** Whether the line that comes next must be made again, because of an override that it was begun before. */
    boolean retunes(Line line, SpeechStreams streams) {
        boolean again = line.retunes(streams);
        if (again && continues(line.utterance)) {
            streamedManner = line.manner;
        }
        return again;
    }

    /** This line is over; the next one may go on with the same reply. */
    void goOnAfter(Line over) {
        Utterance.Piece heard = over.hasBegun() ? over.utterance.piece() : null;
        heardOf = heard == null ? 0 : heard.of();
        begunOf = heard == null ? begunOf : heard.of();
        Line next = lines.peek();
        Utterance.Piece piece = next == null ? null : next.utterance.piece();
        if (next != null && piece != null) {
            next.continues = piece.of() == heardOf;
            next.seamless = next.continues && next.ready;
        }
    }

    /** After a silence nothing goes on with what was heard before it. */
    void fellSilent() {
        if (lines.isEmpty()) {
            heardOf = 0;
        }
    }

    /** The replies that are spoken while they are written and have not been said to their end. */
    Collection<Long> unsaid() {
        Collection<Long> unsaid = new TreeSet<>(recital.unsaid());
        for (Line line : lines) {
            Utterance.Piece piece = line.utterance.piece();
            if (piece != null && piece.streamed()) {
                unsaid.add(piece.of());
            }
        }
        return unsaid;
    }

    /** Whether nothing is being said and nothing waits to be said. */
    public boolean isIdle() {
        return lines.isEmpty() && recital.isOver();
    }

    /** Whether a reply has begun to be heard and is not over, paused or not. */
    public boolean hasBegun() {
        Line line = lines.peek();
        return line != null && line.hasBegun();
    }

    /** The reply that is heard or will be next, 0 for none. */
    public long present() {
        Line line = lines.peek();
        return line == null ? 0 : line.number;
    }

    /** Whether it is silent between two sentences of a reply that may not be interrupted. */
    public boolean isHalfSaid() {
        Line line = lines.peek();
        if (line == null) {
            return recital.isProtected();
        }
        Utterance.Piece piece = line.utterance.piece();
        return !line.hasBegun() && !line.reply.interruptible() && piece != null && piece.of() == begunOf;
    }

    /** Whether the person is being spoken to; a pause by a voice gives them the floor. */
    public boolean isSpeaking() {
        Line line = lines.peek();
        return line != null && (line.hasBegun() || line.continues) && !line.paused;
    }

    /** Whether something is heard at this moment: not while a voice is stalled, or the next sentence is still to be made. */
    public boolean isHeard() {
        Line line = lines.peek();
        return line != null && line.isPlaying() && output.isHeard();
    }

    public boolean isPaused() {
        Line line = lines.peek();
        return line != null && line.paused;
    }

    /** Whether what is spoken now, or will be next, may not be interrupted by voices or typed text. */
    public boolean isProtected() {
        Line line = lines.peek();
        return line == null ? recital.isProtected() : !line.reply.interruptible();
    }

    /**
     * Whether nobody waits for audio of this turn any more. Speech that is played while it is made waits for the listener, not
     * for the voice.
     */
    public boolean isGenerated() {
        return lines.stream().noneMatch(line -> line.audioMs == Line.UNKNOWN && !line.hasBegun());
    }
}
