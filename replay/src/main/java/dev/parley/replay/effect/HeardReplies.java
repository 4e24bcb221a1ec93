package dev.parley.replay.effect;

import java.util.HashMap;
import java.util.Map;

/**
 * Which replies were heard to their end: those that whoever said them has stopped. One that is cut after its last word has played
 * in full as well, but nobody was told that it was heard.
 */
final class HeardReplies {
    private static final String ROOM = "verdict.stream";
    private static final String PREFIX = "reply:";

    private final Map<String, String> owners = new HashMap<>();
    private String stopped = "";

    void accept(Moment moment) {
        if (!moment.kind().equals(ROOM)
                || !moment.allows(ROOM)
                || !moment.target().startsWith(PREFIX)) {
            return;
        }
        switch (moment.action()) {
            case "CREATE" -> owners.put(moment.target(), moment.actor());
            case "STOP" -> {
                String owner = owners.remove(moment.target());
                boolean own = owner == null
                        ? !moment.actor().equals("system")
                        : moment.actor().equals(owner);
                stopped = own ? moment.target() : "";
            }
            case "INTERRUPT", "FAIL" -> owners.remove(moment.target());
            default -> {
                // Nothing else ends a reply.
            }
        }
    }

    /** Whether this end of a playback is the end of a reply that was heard. */
    boolean isHeard(Moment ended) {
        return !ended.flag("interrupted") && stopped.equals(PREFIX + ended.number("reply"));
    }

    /** What another runtime was saying is over. */
    void takenOver() {
        owners.clear();
    }
}
