package dev.parley.kernel.episode;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A packet, reduced to what the rules look at. Whoever builds one has checked its schema. */
public sealed interface Packet extends EpisodeEntry {
    Header header();

    @Override
    default String correlationId() {
        return header().correlationId();
    }

    @Override
    default Instant createdAt() {
        return header().createdAt();
    }

    /** Something was observed; {@code observed} tells first-hand evidence from what was derived or remembered. */
    record Observation(Header header, boolean observed) implements Packet {
        @Override
        public String typeName() {
            return "ObservationPacket";
        }
    }

    /**
     * Beliefs changed.
     *
     * @param evidence the ids of the packets that the change rests on
     * @param executionComplete false when more has to be decided before the review (ruling C5)
     */
    record BeliefUpdate(Header header, List<String> evidence, boolean executionComplete, Circumstances circumstances)
            implements Packet {
        public BeliefUpdate {
            evidence = List.copyOf(evidence);
        }

        @Override
        public String typeName() {
            return "BeliefUpdatePacket";
        }
    }

    /** A decision, with the budgets that govern until the next one. */
    record Decision(Header header, Outcome outcome, Budgets budgets, Circumstances circumstances) implements Packet {
        @Override
        public String typeName() {
            return "DecisionPacket";
        }
    }

    /** What is to be verified, and how. */
    record VerificationPlan(Header header) implements Packet {
        @Override
        public String typeName() {
            return "VerificationPlanPacket";
        }
    }

    /** The right to use these tools for these operations, so many times, until then. */
    record AuthorizationToken(
            Header header,
            String tokenId,
            List<String> toolIds,
            List<String> operations,
            Instant expiry,
            long usageCount,
            long usageCountMax,
            boolean revoked)
            implements Packet {
        public AuthorizationToken {
            toolIds = List.copyOf(toolIds);
            operations = List.copyOf(operations);
        }

        @Override
        public String typeName() {
            return "ToolAuthorizationToken";
        }
    }

    /** An order to run something. The operation is filled in by the decoder where the packet leaves it out. */
    record TaskDirective(
            Header header,
            String taskId,
            SafetyClass safetyClass,
            @Nullable String toolId,
            String operation,
            @Nullable String tokenId,
            Budgets budgets,
            Circumstances circumstances)
            implements Packet {
        @Override
        public String typeName() {
            return "TaskDirectivePacket";
        }
    }

    /** How a directive ended, and what it cost. */
    record TaskResult(Header header, String taskId, String directivePacketId, ResultStatus status, long tokensUsed)
            implements Packet {
        @Override
        public String typeName() {
            return "TaskResultPacket";
        }
    }

    /** A question to a human. */
    record Escalation(Header header, int optionCount, int gapCount, boolean nextStepPresent) implements Packet {
        @Override
        public String typeName() {
            return "EscalationPacket";
        }
    }

    /** A finding about the integrity of the episode. */
    record IntegrityAlert(Header header, String alertType, Severity severity, boolean clears, boolean recovered)
            implements Packet {
        /** The alert type that halts at any severity (ruling C7). */
        public static final String CONSTITUTIONAL_VIOLATION = "constitutional_violation";

        @Override
        public String typeName() {
            return "IntegrityAlertPacket";
        }

        /** Whether this alert alone sends the episode into safe mode; such an alert never clears it. */
        public boolean halts() {
            return severity == Severity.CRITICAL || CONSTITUTIONAL_VIOLATION.equals(alertType);
        }
    }
}
