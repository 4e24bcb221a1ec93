package dev.parley.agent.tool;

import dev.parley.kernel.tool.ApprovalOutcome;
import dev.parley.kernel.tool.Approver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A desk at which somebody sits: each question is put to them and answered in their name. */
public final class AnsweringDesk implements ApprovalDesk {
    private final Approver approver;
    private final Predicate<PendingApproval> approves;
    private final CompletableFuture<ToolRouter> router = new CompletableFuture<>();

    public AnsweringDesk(Approver approver, Predicate<PendingApproval> approves) {
        this.approver = approver;
        this.approves = approves;
    }

    /** The router whose questions are answered here; until it is known they wait. */
    public void answerTo(ToolRouter asking) {
        router.complete(asking);
    }

    @Override
    public void show(PendingApproval approval) {
        boolean approved = approves.test(approval);
        router.join()
                .answer(
                        approval.call().callId(),
                        approved,
                        approver,
                        approval.call().argumentsSha256());
    }

    @Override
    public void close(String callId, ApprovalOutcome outcome) {}
}
