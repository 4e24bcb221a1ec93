package dev.parley.kernel.episode;

import java.time.Instant;

/** A token in the ledger, with the uses it has seen here added to those it came with. */
final class GrantedToken {
    private final Packet.AuthorizationToken packet;
    private long usageCount;

    GrantedToken(Packet.AuthorizationToken packet) {
        this.packet = packet;
        this.usageCount = packet.usageCount();
    }

    GrantedToken copy() {
        GrantedToken copy = new GrantedToken(packet);
        copy.usageCount = usageCount;
        return copy;
    }

    boolean expiredAt(Instant time) {
        return !time.isBefore(packet.expiry());
    }

    boolean revoked() {
        return packet.revoked();
    }

    boolean usedUp() {
        return usageCount >= packet.usageCountMax();
    }

    boolean covers(Packet.TaskDirective directive) {
        String tool = directive.toolId();
        return tool != null
                && packet.toolIds().contains(tool)
                && packet.operations().contains(directive.operation());
    }

    void use() {
        usageCount++;
    }

    Instant expiry() {
        return packet.expiry();
    }

    long usageCountMax() {
        return packet.usageCountMax();
    }
}
