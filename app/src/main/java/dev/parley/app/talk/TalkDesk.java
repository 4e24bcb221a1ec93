package dev.parley.app.talk;

import dev.parley.agent.tool.ApprovalDesk;
import dev.parley.agent.tool.PendingApproval;
import dev.parley.kernel.tool.ApprovalOutcome;
import java.util.function.Consumer;

/** Hands questions over to the terminal. */
record TalkDesk(Consumer<PendingApproval> asks) implements ApprovalDesk {
    @Override
    public void show(PendingApproval approval) {
        asks.accept(approval);
    }

    @Override
    public void close(String callId, ApprovalOutcome outcome) {}
}
