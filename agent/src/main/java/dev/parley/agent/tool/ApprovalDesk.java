package dev.parley.agent.tool;

import dev.parley.kernel.tool.ApprovalOutcome;

/** Where questions to people are shown and taken down. Called after the record is durable; must not block. */
public interface ApprovalDesk {
    /** Shows nothing; who answers reads {@link ToolRouter#pendingApprovals()}. */
    ApprovalDesk SILENT = new ApprovalDesk() {
        @Override
        public void show(PendingApproval approval) {}

        @Override
        public void close(String callId, ApprovalOutcome outcome) {}
    };

    void show(PendingApproval approval);

    void close(String callId, ApprovalOutcome outcome);
}
