package dev.parley.state;

import dev.parley.kernel.event.ControlEvents.BargedIn;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRevoked;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.ControlEvents.TurnCancelled;
import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.event.VoiceEvents.FinalTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Turns: one at a time, numbered upwards.
 *
 * @param open the turn that is open, 0 for none
 * @param last the turn that was opened last; where another runtime goes on, the highest number that was used
 * @param proposed the highest number that was proposed
 * @param isLost whether the runtime that opened the turn was lost, so that it is only ended
 * @param isRecovering whether another runtime ends what was left open, and has not gone on yet
 * @param bargedInto the turn in which somebody barged in last
 * @param isHeardSince whether anything was heard since then
 * @param stopped the turn that was stopped last
 * @param isRevoked whether the lease was lost
 */
public record Turns(
        long open,
        long last,
        long proposed,
        boolean isLost,
        boolean isRecovering,
        long bargedInto,
        boolean isHeardSince,
        long stopped,
        boolean isRevoked) {
    /** Why a turn ends whose runtime can record no more. It falls silent at once, and ends nothing else in the record. */
    public static final String RECORD_LOST = "recording_evidence_unavailable";

    static final Slice<Turns> SLICE = new TurnsSlice();

    private static final String COMMIT = "commit";
    private static final Set<String> ABORTS = Set.of("abort", "cancel", "authority_loss");

    private static final Set<Class<? extends Event>> HEARD =
            Set.of(VoiceSegmentStarted.class, VoiceSegmentLost.class, FinalTranscriptReceived.class, UserSpoke.class);

    /** Whether this verdict commits a turn. */
    static boolean commits(TurnDecided verdict) {
        return verdict.decided().isAllowed() && verdict.decided().action().equals(COMMIT);
    }

    /** Whether this verdict ends a turn without a commit. */
    static boolean aborts(TurnDecided verdict) {
        return verdict.decided().isAllowed()
                && ABORTS.contains(verdict.decided().action());
    }

    /** Whether this verdict ends a turn. */
    static boolean ends(TurnDecided verdict) {
        return commits(verdict) || aborts(verdict);
    }

    /** Whether something new may happen in this turn; one that another runtime has left is only ended. */
    public boolean isActive(long turn) {
        return turn != 0 && turn == open && !isLost;
    }

    private Turns opened(long turn) {
        return new Turns(
                turn, turn, Math.max(proposed, turn), false, isRecovering, bargedInto, isHeardSince, stopped, false);
    }

    private Turns closed() {
        return new Turns(0, last, proposed, isLost, isRecovering, bargedInto, isHeardSince, stopped, isRevoked);
    }

    private Turns proposed(long turn) {
        return new Turns(open, last, turn, isLost, isRecovering, bargedInto, isHeardSince, stopped, isRevoked);
    }

    private Turns bargedInto(long turn) {
        return new Turns(open, last, proposed, isLost, isRecovering, turn, false, stopped, isRevoked);
    }

    private Turns heard() {
        return isHeardSince
                ? this
                : new Turns(open, last, proposed, isLost, isRecovering, bargedInto, true, stopped, isRevoked);
    }

    private Turns stopped(long turn) {
        return new Turns(open, last, proposed, isLost, isRecovering, bargedInto, isHeardSince, turn, isRevoked);
    }

    private Turns revoked(boolean now) {
        return new Turns(open, last, proposed, isLost, isRecovering, bargedInto, isHeardSince, stopped, now);
    }

    private Turns recovering(boolean now) {
        return now == isRecovering
                ? this
                : new Turns(open, last, proposed, isLost, now, bargedInto, isHeardSince, stopped, isRevoked);
    }

    private Turns takenOver(long highest) {
        return new Turns(open, highest, highest, open != 0, true, bargedInto, isHeardSince, stopped, false);
    }

    private static final class TurnsSlice implements Slice<Turns> {
        @Override
        public Turns initial() {
            return new Turns(0, 0, 0, false, false, 0, false, 0, false);
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            List<Class<? extends Event>> all = new ArrayList<>(HEARD);
            all.addAll(List.of(
                    TurnDecided.class,
                    TurnStarted.class,
                    BargedIn.class,
                    TurnCancelled.class,
                    PlacementLeaseRevoked.class,
                    PlacementLeaseRotated.class,
                    SessionResumed.class,
                    SessionEnded.class));
            return all;
        }

        @Override
        public boolean readsFields(Class<? extends Event> event) {
            return event.equals(TurnDecided.class);
        }

        @Override
        public Turns apply(Turns before, Recorded event) {
            Class<? extends Event> type = event.type();
            if (event.event() instanceof TurnDecided verdict) {
                return verdict.decided().isAllowed() ? decided(before, verdict, event) : before;
            } else if (type.equals(TurnStarted.class)) {
                // Of turns that are over a snapshot keeps no verdict, and the start of the last one.
                return before.last < event.turn() ? before.opened(event.turn()).closed() : before;
            } else if (HEARD.contains(type)) {
                return before.heard();
            } else if (type.equals(BargedIn.class)) {
                return before.bargedInto(event.turn());
            } else if (type.equals(TurnCancelled.class)) {
                return event.turn() == 0 ? before : before.stopped(event.turn());
            } else if (type.equals(SessionResumed.class) || type.equals(SessionEnded.class)) {
                return before.recovering(false);
            }
            return before.revoked(type.equals(PlacementLeaseRevoked.class));
        }

        private static Turns decided(Turns before, TurnDecided verdict, Recorded event) {
            return switch (verdict.decided().action()) {
                case "turn_open_proposed" -> before.proposed(event.turn());
                case "turn_open" -> before.opened(event.turn());
                case "close" -> before.closed();
                default -> before;
            };
        }

        @Override
        public Turns takenOver(Turns before, long lastTurn) {
            return before.takenOver(lastTurn);
        }

        @Override
        public Turns atRest(Turns before) {
            return before.closed().recovering(false);
        }
    }
}
