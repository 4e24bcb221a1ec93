package dev.parley.session.record;

import dev.parley.runelog.Runelog;
import dev.parley.runelog.fault.Finding;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of a conversation that were written while the log was closed and that no operator has adopted. A program without
 * the signing key wrote them, so nothing that they say counts: no verdict, and no value in a book of the house.
 *
 * @param runs runs of consecutive events, in their order
 */
public record UnaccountedEvents(String conversation, List<Run> runs) {
    private static final String ADOPT = "'log adopt --reason TEXT'";

    /** Consecutive events. */
    public record Run(long from, long to) {
        @Override
        public String toString() {
            return from == to ? String.valueOf(from) : from + " to " + to;
        }
    }

    public UnaccountedEvents {
        runs = List.copyOf(runs);
    }

    /** Opening the log names the first event of each run; the log tells which events are not adopted yet. */
    public static UnaccountedEvents of(Runelog log, String conversation) {
        List<Run> runs = new ArrayList<>();
        log.findings().stream()
                .filter(finding -> finding.kind() == Finding.Kind.UNACCOUNTED)
                .filter(finding -> finding.conversation().equals(conversation))
                .map(Finding::eventId)
                .filter(first -> log.isUnaccounted(conversation, first))
                .distinct()
                .sorted()
                .forEach(first -> runs.add(new Run(first, end(log, conversation, first))));
        return new UnaccountedEvents(conversation, runs);
    }

    private static long end(Runelog log, String conversation, long first) {
        long last = first;
        while (log.isUnaccounted(conversation, last + 1)) {
            last++;
        }
        return last;
    }

    public boolean isNone() {
        return runs.isEmpty();
    }

    /** Why the conversation is not taken up, and what an operator can do. */
    public String whyItWaits() {
        return conversation + " does not go on: " + named() + " " + (isOne() ? "was" : "were")
                + " written while the log was closed; read " + (isOne() ? "it" : "them") + ", and " + ADOPT
                + " accepts "
                + (isOne() ? "it" : "them");
    }

    /** Why a book of the house was opened without them, and what an operator can do. */
    public String whyNotApplied() {
        return conversation + ": " + named() + " " + (isOne() ? "was" : "were") + " not applied: "
                + (isOne() ? "it was" : "they were") + " written while the log was closed; read "
                + (isOne() ? "it" : "them") + ", and " + ADOPT + " accepts " + (isOne() ? "it" : "them");
    }

    private boolean isOne() {
        return runs.size() == 1 && runs.getFirst().from() == runs.getFirst().to();
    }

    private String named() {
        return (isOne() ? "event " : "events ")
                + String.join(", ", runs.stream().map(Run::toString).toList());
    }
}
