package dev.parley.kernel.tool;

import dev.parley.kernel.json.Json;
import java.util.List;

/**
 * What happened to a call. Every event carries the moment at which it happened, in milliseconds of the request's own
 * time; no verdict looks at any other clock (ruling X6).
 */
public sealed interface ToolEvent {
    String callId();

    long atMs();

    /**
     * The model asked.
     *
     * @param turn the turn whose model it was
     * @param sources what that turn's prompt held from outside the house beside the results of tools (ruling E10)
     */
    record CallProposed(ToolCall call, long turn, List<String> sources, long atMs) implements ToolEvent {
        public CallProposed {
            sources = List.copyOf(sources);
        }

        public CallProposed(ToolCall call, long turn, long atMs) {
            this(call, turn, List.of(), atMs);
        }

        @Override
        public String callId() {
            return call.callId();
        }
    }

    /**
     * The policy answered, with the terms of its configuration.
     *
     * @param mode the company in which it was asked, as one text; a change of it voids every answer
     * @param discloses whether the arguments send personal data to an address outside the house
     * @param words the digest of the words in which a person is asked, empty where nobody is asked aloud
     */
    record PolicyDecided(
            String callId,
            Ruling ruling,
            ToolTerms terms,
            String mode,
            boolean discloses,
            String reason,
            String words,
            long atMs)
            implements ToolEvent {
        /** The reason of a tool that the policy denies. */
        public static final String DENIED = "the policy denies it";

        /** How the reason begins of a tool that changes the world and for which no terms were declared (ruling B18). */
        public static final String UNDECLARED = "nobody has said on which terms ";

        public PolicyDecided(
                String callId,
                Ruling ruling,
                ToolTerms terms,
                String mode,
                boolean discloses,
                String reason,
                long atMs) {
            this(callId, ruling, terms, mode, discloses, reason, "", atMs);
        }

        public PolicyDecided(String callId, Ruling ruling, ToolTerms terms, String reason, long atMs) {
            this(callId, ruling, terms, "", false, reason, atMs);
        }

        /** What a policy may answer. */
        public enum Ruling {
            ALLOW,
            ASK,
            DENY
        }
    }

    /**
     * Somebody answered, having seen the arguments of this digest.
     *
     * @param question the digest of the question that was answered
     * @param mode the company in which the answer was given
     */
    record ApprovalAnswered(
            String callId,
            boolean approved,
            Approver approver,
            String argumentsSha256,
            String question,
            String mode,
            long atMs)
            implements ToolEvent {}

    /** The question was heard to its end: from now on the time for an answer runs. */
    record QuestionHeard(String callId, long atMs) implements ToolEvent {}

    record ApprovalTimedOut(String callId, long atMs) implements ToolEvent {}

    /** The sandbox lets the call pass. */
    record SandboxAdmitted(String callId, long atMs) implements ToolEvent {}

    /** The sandbox stopped the call before it ran. */
    record SandboxViolated(String callId, String violation, long atMs) implements ToolEvent {}

    /** The permit of this id is presented, with what is about to run and the epoch and the company in force. */
    record DispatchRequested(String callId, String permitId, String argumentsSha256, long epoch, String mode, long atMs)
            implements ToolEvent {}

    /**
     * The tool came back. Only these three endings are a tool's to report.
     *
     * @param contentSha256 the digest of what it answered, empty if it answered nothing
     * @param seenIn the turn whose model is told, 0 for the turn of the call
     */
    record ResultArrived(String callId, Ending ending, String contentSha256, String reason, long seenIn, long atMs)
            implements ToolEvent {

        public static ResultArrived of(String callId, Ending ending, Json content, String reason, long atMs) {
            String digest = content instanceof Json.Null ? "" : ArgumentsDigest.of(content);
            return new ResultArrived(callId, ending, digest, reason, 0, atMs);
        }

        /** Whether a model learns more from it than how it ended: a failed tool's reason is the tool's own words. */
        boolean tells() {
            return !(contentSha256.isEmpty() && reason.isEmpty());
        }

        /** The same, told to the model of this turn. */
        public ResultArrived seenIn(long turn) {
            return new ResultArrived(callId, ending, contentSha256, reason, turn, atMs);
        }

        /** How a tool itself can end. */
        public enum Ending {
            SUCCESS(ToolStatus.SUCCESS),
            ERROR(ToolStatus.ERROR),
            SANDBOX_VIOLATION(ToolStatus.SANDBOX_VIOLATION);

            private final ToolStatus status;

            Ending(ToolStatus status) {
                this.status = status;
            }

            public ToolStatus status() {
                return status;
            }
        }
    }

    record DeadlinePassed(String callId, long atMs) implements ToolEvent {}

    record CancelRequested(String callId, String reason, long atMs) implements ToolEvent {}

    /** The process that held the call is gone; this is found at recovery. */
    record ProcessLost(String callId, long atMs) implements ToolEvent {}
}
