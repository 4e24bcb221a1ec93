package dev.parley.kernel.episode;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What one stay in S4 has gathered so far. */
final class VerificationLoop {
    private final Set<String> evidenceIds = new HashSet<>();
    private boolean planned;
    private boolean directed;
    private boolean succeeded;
    private boolean observed;

    VerificationLoop copy() {
        VerificationLoop copy = new VerificationLoop();
        copy.evidenceIds.addAll(evidenceIds);
        copy.planned = planned;
        copy.directed = directed;
        copy.succeeded = succeeded;
        copy.observed = observed;
        return copy;
    }

    void plan() {
        planned = true;
    }

    void direct() {
        directed = true;
    }

    void result(Packet.TaskResult result) {
        evidenceIds.add(result.header().packetId());
        succeeded |= result.status() == ResultStatus.SUCCESS;
    }

    void observe(Packet.Observation observation) {
        evidenceIds.add(observation.header().packetId());
        observed |= observation.observed();
    }

    boolean planned() {
        return planned;
    }

    boolean directed() {
        return directed;
    }

    boolean succeeded() {
        return succeeded;
    }

    boolean observed() {
        return observed;
    }

    Set<String> evidence() {
        return Set.copyOf(evidenceIds);
    }

    Object progress() {
        return List.of(planned, directed, succeeded, observed, evidenceIds.isEmpty());
    }

    boolean backs(List<String> evidence) {
        return evidence.stream().anyMatch(evidenceIds::contains);
    }
}
