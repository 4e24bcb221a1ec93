package dev.parley.kernel;

import dev.parley.kernel.rune.Hash;
import org.jspecify.annotations.Nullable;

/**
 * Where a request would stand among all registered states: what the structural invariants look at.
 *
 * @param subject the id it is about, empty where the request names none
 * @param founds whether it registers a subject that has no state yet
 * @param head the newest registered version of the subject
 * @param parent the version it says it builds on
 * @param otherParent a second such version, which nobody may have
 * @param nextId the id that the proposed state bears, or null where nothing is proposed
 * @param order the place in the total order it asks for
 * @param lastOrder the last place taken
 * @param previous the digest of the attestation it says it follows
 * @param chainHead the digest of the last attestation
 */
public record Placement(
        String subject,
        boolean founds,
        @Nullable StateId head,
        @Nullable StateId parent,
        @Nullable StateId otherParent,
        @Nullable String nextId,
        long order,
        long lastOrder,
        Hash previous,
        Hash chainHead) {}
