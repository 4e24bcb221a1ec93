package dev.parley.replay.effect;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A turn of which the runtime has stopped what was heard: it ends at once, and nothing new is said, shown or thought before
 * that.
 */
final class CutTurn {
    /** What shows that a turn goes on. */
    private static final Set<String> GOES_ON =
            Set.of("agent.state", "agent.writing", "agent.reply", "agent.sentence", "user.words", "playback.started");

    private long turn;
    private long reply;

    void stopped(long inTurn, long stoppedReply) {
        turn = inTurn;
        reply = stoppedReply;
    }

    void over() {
        turn = 0;
    }

    /** Why this rune cannot come before the turn has ended, or null. */
    @Nullable
    Fault refuses(Moment moment) {
        return turn != 0 && GOES_ON.contains(moment.kind())
                ? new Fault("the end of turn " + turn + ", for reply " + reply + " was cut", moment.brief())
                : null;
    }
}
