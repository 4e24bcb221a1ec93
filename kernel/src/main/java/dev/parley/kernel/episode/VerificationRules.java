package dev.parley.kernel.episode;

import dev.parley.kernel.episode.EpisodeRule.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A verification, once begun, completes: rule E3, and item 4 of what S4 requires. */
final class VerificationRules {
    private VerificationRules() {}

    static List<EpisodeRule> rules() {
        return List.of(
                EpisodeRule.of(
                        "E3.1",
                        Stage.SEQUENCE,
                        Packet.class,
                        "A verification is planned before its first directive.",
                        VerificationRules::unplanned),
                closing(
                        "E3.2",
                        "A verification runs at least one READ directive.",
                        (_, loop) -> loop.directed() ? null : "No READ directive was accepted in this verification."),
                closing(
                        "E3.3",
                        "With working tools a verification has at least one successful result.",
                        (belief, loop) ->
                                loop.succeeded() || !belief.circumstances().toolsOk()
                                        ? null
                                        : "No result of this verification is SUCCESS, and the tools are said to work."),
                closing(
                        "E3.4",
                        "The belief that ends a verification rests on a result or observation of it.",
                        (belief, loop) -> loop.backs(belief.evidence())
                                ? null
                                : "evidence_integration names no result or observation of this verification."),
                closing(
                        "S4.4",
                        "A verification has at least one first-hand observation.",
                        (_, loop) -> loop.observed()
                                ? null
                                : "No observation with status OBSERVED was accepted in this verification."),
                EpisodeRule.of(
                        "E3.5",
                        Stage.SEQUENCE,
                        EpisodeEntry.class,
                        "After a verification the agent decides again before it acts or ends.",
                        VerificationRules::undecided));
    }

    private interface ClosingCheck {
        @Nullable
        String breach(Packet.BeliefUpdate belief, VerificationLoop loop);
    }

    private static EpisodeRule closing(String id, String sentence, ClosingCheck check) {
        return EpisodeRule.of(id, Stage.SEQUENCE, Packet.BeliefUpdate.class, sentence, (belief, moment) -> {
            VerificationLoop loop = moment.ledger().loop();
            return loop != null && moment.leaves(EpisodeState.S4_VERIFY) ? check.breach(belief, loop) : null;
        });
    }

    private static @Nullable String unplanned(Packet packet, Moment moment) {
        VerificationLoop loop = moment.ledger().loop();
        if (loop == null || loop.planned() || moment.profile() == Profile.REFERENCE) {
            return null;
        }
        boolean needsPlan = packet instanceof Packet.TaskDirective || packet instanceof Packet.BeliefUpdate;
        return needsPlan ? "No VerificationPlanPacket was accepted in this verification." : null;
    }

    private static @Nullable String undecided(EpisodeEntry entry, Moment moment) {
        boolean needsDecision = entry instanceof Packet.TaskDirective
                || entry instanceof Packet.AuthorizationToken
                || entry instanceof ExternalEvent.EpisodeClose;
        return needsDecision && moment.ledger().redecisionDue()
                ? "No decision has followed the verification yet."
                : null;
    }
}
