package dev.parley.kernel.episode;

import dev.parley.kernel.episode.EpisodeRule.Stage;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is accepted and still worth a warning. */
final class Advice {
    private static final Set<String> HIGH_STAKES = Set.of("HIGH", "CRITICAL");

    private Advice() {}

    static List<EpisodeRule> rules() {
        return List.of(
                advice("time.backwards", EpisodeEntry.class, "Time goes forward within an episode.", Advice::backwards),
                advice(
                        "E6.late",
                        Packet.TaskResult.class,
                        "A result arrives within its directive's time budget.",
                        Advice::late),
                advice(
                        "E6.task",
                        Packet.TaskResult.class,
                        "A result names the task of its directive.",
                        Advice::otherTask),
                advice(
                        "directive.operation",
                        Packet.TaskDirective.class,
                        "A READ directive asks for a read.",
                        Advice::noRead),
                advice(
                        "quality.subpar",
                        Packet.Decision.class,
                        "Work of the quality tier SUBPAR does not act.",
                        Advice::subpar),
                advice(
                        "tools.down",
                        Packet.Decision.class,
                        "Nobody decides to act while the tools are down.",
                        Advice::toolsDown),
                advice(
                        "tools.partial",
                        Packet.TaskDirective.class,
                        "Nothing is written while the tools work only in part.",
                        Advice::toolsImpaired),
                advice(
                        "tools.unstated",
                        Packet.BeliefUpdate.class,
                        "A verification that ends without a success says what state the tools are in.",
                        Advice::unexplained),
                advice(
                        "stakes.uncertain",
                        Packet.Decision.class,
                        "High stakes under high uncertainty are verified or escalated.",
                        Advice::neitherVerifiedNorEscalated));
    }

    private static <E extends EpisodeEntry> EpisodeRule advice(
            String id, Class<E> kind, String sentence, EpisodeRule.Check<E> check) {
        return EpisodeRule.of(id, Stage.ADVICE, kind, sentence, check);
    }

    private static @Nullable String backwards(EpisodeEntry entry, Moment moment) {
        var last = moment.ledger().lastCreatedAt();
        return last != null && entry.createdAt().isBefore(last)
                ? entry.createdAt() + " is earlier than the entry before it, of " + last + "."
                : null;
    }

    private static @Nullable String noRead(Packet.TaskDirective directive, Moment moment) {
        return directive.safetyClass().writes() || directive.operation().equals("read")
                ? null
                : "A READ directive asks for the operation " + directive.operation() + ".";
    }

    private static @Nullable String subpar(Packet.Decision decision, Moment moment) {
        return decision.outcome() == Outcome.ACT
                        && "SUBPAR".equals(decision.circumstances().qualityTier())
                ? "The decision is to act on work of the quality tier SUBPAR."
                : null;
    }

    private static @Nullable String toolsDown(Packet.Decision decision, Moment moment) {
        return decision.outcome() == Outcome.ACT && decision.circumstances().toolsDown()
                ? "The decision is to act, and the tools are down."
                : null;
    }

    private static @Nullable String toolsImpaired(Packet.TaskDirective directive, Moment moment) {
        return directive.safetyClass().writes() && directive.circumstances().toolsImpaired()
                ? "The directive writes, and the tools are impaired."
                : null;
    }

    private static @Nullable String late(Packet.TaskResult result, Moment moment) {
        OpenDirective directive = moment.ledger().openDirective(result.directivePacketId());
        return directive != null && directive.lateAt(result.createdAt())
                ? "The result of " + result.directivePacketId() + " came after its time budget."
                : null;
    }

    private static @Nullable String otherTask(Packet.TaskResult result, Moment moment) {
        OpenDirective directive = moment.ledger().openDirective(result.directivePacketId());
        return directive != null && !directive.taskId().equals(result.taskId())
                ? "The directive's task is " + directive.taskId() + ", the result's is " + result.taskId() + "."
                : null;
    }

    private static @Nullable String unexplained(Packet.BeliefUpdate belief, Moment moment) {
        VerificationLoop loop = moment.ledger().loop();
        boolean unproven = loop != null && moment.leaves(EpisodeState.S4_VERIFY) && !loop.succeeded();
        return unproven && !belief.circumstances().toolsImpaired()
                ? "The verification ends without a success, and no known tools_state explains why."
                : null;
    }

    private static @Nullable String neitherVerifiedNorEscalated(Packet.Decision decision, Moment moment) {
        Circumstances said = decision.circumstances();
        boolean grave = said.stakesLevel() != null && HIGH_STAKES.contains(said.stakesLevel());
        boolean careful = decision.outcome() == Outcome.VERIFY_FIRST || decision.outcome() == Outcome.ESCALATE;
        return grave && "HIGH".equals(said.uncertainty()) && !careful
                ? "The stakes and the uncertainty are high, and the decision is " + decision.outcome() + "."
                : null;
    }
}
