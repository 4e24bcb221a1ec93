package dev.parley.kernel.episode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Builds the entries of one episode, a second apart, gives them to a validator, and says what it expects. */
final class EpisodeDrive {
    static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    static final String TOOL = "mail_api";

    private final EpisodeValidator validator;
    private final String correlationId;
    private Instant now = START;
    private final List<EpisodeEntry> given = new ArrayList<>();
    private int packets;
    private Circumstances circumstances = new Circumstances(null, "tools_ok", null, null);
    private Budgets budgets = Budgets.UNLIMITED;
    private @Nullable EpisodeVerdict last;

    EpisodeDrive(EpisodeValidator validator, String correlationId) {
        this.validator = validator;
        this.correlationId = correlationId;
    }

    static EpisodeDrive strict() {
        return new EpisodeDrive(new EpisodeValidator(Profile.STRICT), "corr_a");
    }

    static EpisodeDrive reference() {
        return new EpisodeDrive(new EpisodeValidator(Profile.REFERENCE), "corr_a");
    }

    /** A validator that lacks one rule. */
    static EpisodeDrive without(Profile profile, String ruleId) {
        List<EpisodeRule> rest = EpisodeRules.catalogue().stream()
                .filter(rule -> !rule.id().equals(ruleId))
                .toList();
        return new EpisodeDrive(new EpisodeValidator(profile, rest), "corr_a");
    }

    /** Everything that was given, in order. */
    List<EpisodeEntry> given() {
        return given;
    }

    EpisodeDrive give(EpisodeEntry entry) {
        given.add(entry);
        last = validator.judge(entry);
        return this;
    }

    EpisodeDrive at(String time) {
        now = Instant.parse("2026-03-01T" + time + "Z").minusSeconds(1);
        return this;
    }

    EpisodeDrive with(Circumstances said) {
        circumstances = said;
        return this;
    }

    EpisodeDrive with(Budgets allowed) {
        budgets = allowed;
        return this;
    }

    Header header() {
        now = now.plusSeconds(1);
        packets++;
        return new Header("pkt_" + packets, correlationId, now);
    }

    String lastPacketId() {
        return "pkt_" + packets;
    }

    EpisodeDrive observe() {
        return give(new Packet.Observation(header(), true));
    }

    EpisodeDrive observeIndirectly() {
        return give(new Packet.Observation(header(), false));
    }

    EpisodeDrive believe(String... evidence) {
        return give(new Packet.BeliefUpdate(header(), List.of(evidence), true, circumstances));
    }

    EpisodeDrive believePartially() {
        return give(new Packet.BeliefUpdate(header(), List.of(), false, circumstances));
    }

    EpisodeDrive decide(Outcome outcome) {
        return give(new Packet.Decision(header(), outcome, budgets, circumstances));
    }

    EpisodeDrive plan() {
        return give(new Packet.VerificationPlan(header()));
    }

    EpisodeDrive token(String tokenId) {
        return token(tokenId, now.plus(Duration.ofHours(1)), 0, 100, false);
    }

    EpisodeDrive token(String tokenId, Instant expiry, long used, long max, boolean revoked) {
        return give(new Packet.AuthorizationToken(
                header(), tokenId, List.of(TOOL), List.of("read", "write"), expiry, used, max, revoked));
    }

    EpisodeDrive read() {
        return direct(SafetyClass.READ, TOOL, "read", null);
    }

    EpisodeDrive write(@Nullable String tokenId) {
        return direct(SafetyClass.WRITE, TOOL, "write", tokenId);
    }

    EpisodeDrive mixed(@Nullable String tokenId) {
        return direct(SafetyClass.MIXED, TOOL, "write", tokenId);
    }

    EpisodeDrive direct(SafetyClass safetyClass, @Nullable String toolId, String operation, @Nullable String tokenId) {
        Header header = header();
        return give(new Packet.TaskDirective(
                header, "task_" + header.packetId(), safetyClass, toolId, operation, tokenId, budgets, circumstances));
    }

    EpisodeDrive result(String directiveId) {
        return result(directiveId, ResultStatus.SUCCESS, 0);
    }

    EpisodeDrive result(String directiveId, ResultStatus status, long tokens) {
        return give(new Packet.TaskResult(header(), "task_" + directiveId, directiveId, status, tokens));
    }

    EpisodeDrive escalate() {
        return escalate(2, 1, true);
    }

    EpisodeDrive escalate(int options, int gaps, boolean nextStep) {
        return give(new Packet.Escalation(header(), options, gaps, nextStep));
    }

    EpisodeDrive alert(Severity severity) {
        return alert("tool_anomaly", severity, false, false);
    }

    EpisodeDrive alert(String type, Severity severity, boolean clears, boolean recovered) {
        return give(new Packet.IntegrityAlert(header(), type, severity, clears, recovered));
    }

    EpisodeDrive userInput() {
        return give(new ExternalEvent.UserInput(correlationId, header().createdAt()));
    }

    EpisodeDrive close() {
        return give(new ExternalEvent.EpisodeClose(correlationId, header().createdAt()));
    }

    EpisodeDrive accepted(EpisodeState state) {
        assertEquals(List.of(), verdict().errors());
        assertEquals(state, verdict().state());
        assertEquals(state, validator.stateOf(correlationId));
        return this;
    }

    /** Refused for exactly these rules, in this state. */
    EpisodeDrive rejected(EpisodeState state, String... rules) {
        assertEquals(List.of(rules), errors());
        assertEquals(state, verdict().state());
        assertEquals(state, validator.stateOf(correlationId));
        assertEquals(List.of(), verdict().warnings());
        return this;
    }

    EpisodeDrive warned(String... rules) {
        assertTrue(verdict().accepted(), () -> "refused: " + verdict().errors());
        assertEquals(
                List.of(rules), verdict().warnings().stream().map(Breach::rule).toList());
        return this;
    }

    List<String> errors() {
        return verdict().errors().stream().map(Breach::rule).collect(Collectors.toList());
    }

    EpisodeVerdict verdict() {
        return java.util.Objects.requireNonNull(last, "nothing was given yet");
    }

    EpisodeValidator validator() {
        return validator;
    }

    EpisodeDrive toModel() {
        return observe().believe();
    }

    EpisodeDrive toDecided(Outcome outcome) {
        return toModel().decide(outcome);
    }

    /** In S6 with one open READ directive. */
    EpisodeDrive toExecuting() {
        return toDecided(Outcome.ACT).read();
    }

    EpisodeDrive toReview() {
        toExecuting();
        return result(lastPacketId()).believe();
    }

    EpisodeDrive toSafeMode() {
        return toExecuting().alert(Severity.CRITICAL);
    }

    /** In S4 with everything that leaving it needs, but the belief; its last packet is the observation. */
    EpisodeDrive toVerified() {
        toDecided(Outcome.VERIFY_FIRST).plan().read();
        return result(lastPacketId()).observe();
    }
}
