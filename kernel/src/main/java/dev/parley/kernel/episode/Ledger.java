package dev.parley.kernel.episode;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one open episode remembers. The rules only read it; {@link #accept} and {@link #overrun} are the two ways in which
 * it changes, and both come after the verdict.
 */
final class Ledger {
    private final Set<String> packetIds = new HashSet<>();
    private final Map<String, OpenDirective> openDirectives = new LinkedHashMap<>();
    private final Map<String, GrantedToken> tokens = new HashMap<>();
    private EpisodeState state;
    private @Nullable DecisionAccount decision;
    private @Nullable VerificationLoop loop;
    private @Nullable Instant lastCreatedAt;
    private boolean believed;
    private boolean openedByToken;
    private boolean optionsPresented;
    private boolean redecisionDue;

    Ledger() {
        this(EpisodeState.S0_IDLE);
    }

    /** A ledger that begins in the middle, for tests of rules that the table already makes unreachable. */
    Ledger(EpisodeState state) {
        this.state = state;
    }

    /** A ledger that stands where this one stands and goes its own way from here. */
    Ledger copy() {
        Ledger copy = new Ledger(state);
        IdentityHashMap<DecisionAccount, DecisionAccount> accounts = new IdentityHashMap<>();
        copy.packetIds.addAll(packetIds);
        openDirectives.forEach((id, directive) -> copy.openDirectives.put(
                id, directive.paidBy(accounts.computeIfAbsent(directive.account(), DecisionAccount::copy))));
        tokens.forEach((id, token) -> copy.tokens.put(id, token.copy()));
        copy.decision = decision == null ? null : accounts.computeIfAbsent(decision, DecisionAccount::copy);
        copy.loop = loop == null ? null : loop.copy();
        copy.lastCreatedAt = lastCreatedAt;
        copy.believed = believed;
        copy.openedByToken = openedByToken;
        copy.optionsPresented = optionsPresented;
        copy.redecisionDue = redecisionDue;
        return copy;
    }

    EpisodeState state() {
        return state;
    }

    boolean knows(String packetId) {
        return packetIds.contains(packetId);
    }

    @Nullable
    OpenDirective openDirective(String packetId) {
        return openDirectives.get(packetId);
    }

    List<String> openDirectiveIds() {
        return List.copyOf(openDirectives.keySet());
    }

    boolean hasOpenDirectives() {
        return !openDirectives.isEmpty();
    }

    boolean hasTokens() {
        return !tokens.isEmpty();
    }

    @Nullable
    GrantedToken token(@Nullable String tokenId) {
        return tokenId == null ? null : tokens.get(tokenId);
    }

    @Nullable
    DecisionAccount decision() {
        return decision;
    }

    boolean governedBy(Outcome outcome) {
        return decision != null && decision.outcome() == outcome;
    }

    /** The present stay in S4, or null anywhere else. */
    @Nullable
    VerificationLoop loop() {
        return loop;
    }

    @Nullable
    Instant lastCreatedAt() {
        return lastCreatedAt;
    }

    boolean believed() {
        return believed;
    }

    boolean openedByToken() {
        return openedByToken;
    }

    /** Whether this stay in S8 has shown a human something to choose from. */
    boolean optionsPresented() {
        return optionsPresented;
    }

    /** Whether a verification ended and no decision has followed it yet. */
    boolean redecisionDue() {
        return redecisionDue;
    }

    Set<String> evidence() {
        return loop == null ? Set.of() : loop.evidence();
    }

    /** All that rules look at but the ids of packets. */
    Object progress() {
        return Arrays.asList(
                state,
                decision == null ? null : decision.outcome(),
                decision == null || decision.affordsDirective(),
                openDirectives.size(),
                tokens.keySet(),
                loop == null ? null : loop.progress(),
                believed,
                optionsPresented,
                redecisionDue);
    }

    void accept(EpisodeEntry entry, EpisodeState to) {
        if (entry instanceof Packet packet) {
            packetIds.add(packet.header().packetId());
        }
        lastCreatedAt = entry.createdAt();
        record(entry);
        move(to, entry);
    }

    /** The packet is refused, and yet the episode halts; a result that costs too much still closes its directive (C10). */
    void overrun(EpisodeEntry entry, EpisodeState to) {
        if (entry instanceof Packet.TaskResult result) {
            close(result);
        }
        move(to, entry);
    }

    private void record(EpisodeEntry entry) {
        switch (entry) {
            case Packet.Observation observation -> record(observation);
            case Packet.BeliefUpdate _ -> believed = true;
            case Packet.Decision made -> {
                decision = new DecisionAccount(made.outcome(), made.budgets());
                redecisionDue = false;
            }
            case Packet.VerificationPlan _ -> {
                if (loop != null) {
                    loop.plan();
                }
            }
            case Packet.AuthorizationToken token -> {
                openedByToken |= state == EpisodeState.S0_IDLE;
                tokens.put(token.tokenId(), new GrantedToken(token));
            }
            case Packet.TaskDirective directive -> record(directive);
            case Packet.TaskResult result -> record(result);
            case Packet.Escalation _, Packet.IntegrityAlert _ -> {}
            case ExternalEvent.UserInput _, ExternalEvent.EpisodeClose _ -> {}
        }
    }

    private void record(Packet.Observation observation) {
        if (loop != null) {
            loop.observe(observation);
        }
    }

    private void record(Packet.TaskDirective directive) {
        DecisionAccount account = decision == null ? unbounded() : decision;
        account.spendDirective();
        openDirectives.put(
                directive.header().packetId(),
                new OpenDirective(
                        directive.taskId(),
                        directive.createdAt(),
                        directive.budgets().time(),
                        account));
        GrantedToken token = token(directive.tokenId());
        if (directive.safetyClass().writes() && token != null) {
            token.use();
        }
        if (loop != null) {
            loop.direct();
        }
    }

    /** Reached only where rule E2 is switched off. */
    private static DecisionAccount unbounded() {
        return new DecisionAccount(Outcome.ACT, Budgets.UNLIMITED);
    }

    private void record(Packet.TaskResult result) {
        close(result);
        if (loop != null) {
            loop.result(result);
        }
    }

    private void close(Packet.TaskResult result) {
        OpenDirective directive = openDirectives.remove(result.directivePacketId());
        if (directive != null) {
            directive.account().spendTokens(result.tokensUsed());
        }
    }

    private void move(EpisodeState to, EpisodeEntry entry) {
        EpisodeState from = state;
        state = to;
        if (to == EpisodeState.S8_ESCALATED) {
            boolean stayed = from == EpisodeState.S8_ESCALATED;
            optionsPresented = entry instanceof Packet.Escalation || (stayed && optionsPresented);
        }
        if (from == EpisodeState.S4_VERIFY && to != EpisodeState.S4_VERIFY) {
            loop = null;
            redecisionDue = to == EpisodeState.S2_MODEL;
        } else if (to == EpisodeState.S4_VERIFY && from != EpisodeState.S4_VERIFY) {
            loop = new VerificationLoop();
        }
        if (from == EpisodeState.S9_SAFEMODE && to == EpisodeState.S7_REVIEW) {
            openDirectives.clear();
            redecisionDue = false;
        }
    }
}
