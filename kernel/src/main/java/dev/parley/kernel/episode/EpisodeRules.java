package dev.parley.kernel.episode;

import dev.parley.kernel.episode.EpisodeRule.Stage;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The catalogue of what every episode is held to, in the order in which it is judged. */
public final class EpisodeRules {
    /** Made once: every conversation is held to the same rules. */
    private static final List<EpisodeRule> CATALOGUE = all();

    private static final Map<Class<?>, Map<Stage, List<EpisodeRule>>> BY_ENTRY = byEntry(CATALOGUE);

    private EpisodeRules() {}

    /** The catalogue by what each of its rules looks at. */
    static Map<Class<?>, Map<Stage, List<EpisodeRule>>> byEntry() {
        return BY_ENTRY;
    }

    /** For every class of entries and every stage the rules that look at it, in their order. */
    static Map<Class<?>, Map<Stage, List<EpisodeRule>>> byEntry(List<EpisodeRule> catalogue) {
        return classes(EpisodeEntry.class)
                .collect(Collectors.toUnmodifiableMap(entry -> entry, entry -> byStage(catalogue, entry)));
    }

    private static Map<Stage, List<EpisodeRule>> byStage(List<EpisodeRule> catalogue, Class<?> entry) {
        Map<Stage, List<EpisodeRule>> stages = new EnumMap<>(Stage.class);
        for (Stage stage : Stage.values()) {
            stages.put(
                    stage,
                    catalogue.stream()
                            .filter(rule -> rule.stage() == stage && rule.isAbout(entry))
                            .toList());
        }
        return stages;
    }

    private static Stream<Class<?>> classes(Class<?> sealed) {
        return sealed.isSealed()
                ? Arrays.stream(sealed.getPermittedSubclasses()).flatMap(EpisodeRules::classes)
                : Stream.of(sealed);
    }

    public static List<EpisodeRule> catalogue() {
        return CATALOGUE;
    }

    private static List<EpisodeRule> all() {
        return Stream.of(
                        general(),
                        VerificationRules.rules(),
                        TokenRules.rules(),
                        escalation(),
                        closure(),
                        Advice.rules())
                .flatMap(List::stream)
                .toList();
    }

    private static List<EpisodeRule> general() {
        return List.of(
                EpisodeRule.of(
                        "header.duplicate",
                        Stage.HEADER,
                        Packet.class,
                        "A packet id is accepted once in an open episode.",
                        (packet, moment) ->
                                moment.ledger().knows(packet.header().packetId())
                                        ? packet.header().packetId() + " was already accepted in this episode."
                                        : null),
                EpisodeRule.of(
                        "E7",
                        Stage.TRANSITION,
                        EpisodeEntry.class,
                        "In safe mode only integrity alerts and belief updates are accepted.",
                        EpisodeRules::lockdown),
                EpisodeRule.of(
                        "E1",
                        Stage.SEQUENCE,
                        Packet.Decision.class,
                        "A decision rests on at least one belief update of its episode, or on prior context.",
                        (_, moment) ->
                                moment.ledger().believed() || moment.ledger().openedByToken()
                                        ? null
                                        : "No belief update was accepted in this episode before the decision."),
                EpisodeRule.of(
                        "E2",
                        Stage.SEQUENCE,
                        Packet.TaskDirective.class,
                        "A directive outside a verification follows from a latest decision to act.",
                        EpisodeRules::actWithoutDecision));
    }

    private static @Nullable String lockdown(EpisodeEntry entry, Moment moment) {
        boolean allowed = entry instanceof Packet.IntegrityAlert || entry instanceof Packet.BeliefUpdate;
        return moment.from() != EpisodeState.S9_SAFEMODE || allowed
                ? null
                : entry.typeName() + " is not allowed in safe mode; an alert that clears it must come first.";
    }

    private static @Nullable String actWithoutDecision(Packet.TaskDirective directive, Moment moment) {
        boolean verifying = moment.from() == EpisodeState.S4_VERIFY
                && !directive.safetyClass().writes();
        if (verifying || moment.ledger().governedBy(Outcome.ACT)) {
            return null;
        }
        DecisionAccount decision = moment.ledger().decision();
        return decision == null
                ? "No decision was made in this episode yet."
                : "The latest decision is " + decision.outcome() + ", not ACT.";
    }

    private static List<EpisodeRule> escalation() {
        return List.of(
                EpisodeRule.of(
                        "E5.1",
                        Stage.SEQUENCE,
                        Packet.Escalation.class,
                        "An escalation offers two or three options.",
                        (escalation, _) -> escalation.optionCount() >= 2 && escalation.optionCount() <= 3
                                ? null
                                : "top_options has " + escalation.optionCount() + " items; two or three are needed."),
                EpisodeRule.of(
                        "E5.2",
                        Stage.SEQUENCE,
                        Packet.Escalation.class,
                        "An escalation names at least one gap in the evidence.",
                        (escalation, _) -> escalation.gapCount() >= 1 ? null : "evidence_gaps is empty."),
                EpisodeRule.of(
                        "E5.3",
                        Stage.SEQUENCE,
                        Packet.Escalation.class,
                        "An escalation recommends a next step.",
                        (escalation, _) -> escalation.nextStepPresent() ? null : "recommended_next_step is empty."),
                EpisodeRule.of(
                        "E5",
                        Stage.SEQUENCE,
                        ExternalEvent.UserInput.class,
                        "Each stay in S8 presents an escalation before a human answers it.",
                        (_, moment) -> moment.leaves(EpisodeState.S8_ESCALATED)
                                        && !moment.ledger().optionsPresented()
                                ? "No EscalationPacket was accepted since S8 was entered."
                                : null));
    }

    private static List<EpisodeRule> closure() {
        return List.of(
                EpisodeRule.of(
                        "E6.unmatched",
                        Stage.SEQUENCE,
                        Packet.TaskResult.class,
                        "A result answers a directive that is open.",
                        (result, moment) -> moment.ledger().openDirective(result.directivePacketId()) == null
                                ? "No open directive has the packet id " + result.directivePacketId() + "."
                                : null),
                EpisodeRule.of(
                        "E6.open",
                        Stage.SEQUENCE,
                        Packet.BeliefUpdate.class,
                        "Verification and execution are left only when every directive has its result.",
                        EpisodeRules::leavesOpen),
                EpisodeRule.of(
                        "budget",
                        Stage.BUDGET,
                        Packet.class,
                        "Directives and tokens stay within the budgets of the decision they run under.",
                        EpisodeRules::overrun));
    }

    private static @Nullable String leavesOpen(Packet.BeliefUpdate belief, Moment moment) {
        boolean leaving = moment.leaves(EpisodeState.S4_VERIFY) || moment.leaves(EpisodeState.S6_EXECUTE);
        return leaving && moment.ledger().hasOpenDirectives()
                ? "No result yet for " + String.join(", ", moment.ledger().openDirectiveIds()) + "."
                : null;
    }

    private static @Nullable String overrun(Packet packet, Moment moment) {
        if (packet instanceof Packet.TaskDirective) {
            DecisionAccount account = moment.ledger().decision();
            return account == null || account.affordsDirective()
                    ? null
                    : "The decision allows " + account.budgets().toolCallsMax() + " directives, and this is one more.";
        }
        if (packet instanceof Packet.TaskResult result) {
            OpenDirective directive = moment.ledger().openDirective(result.directivePacketId());
            return directive == null || directive.account().affordsTokens(result.tokensUsed())
                    ? null
                    : "The results use more than the "
                            + directive.account().budgets().tokensMax() + " tokens that the decision allows.";
        }
        return null;
    }
}
