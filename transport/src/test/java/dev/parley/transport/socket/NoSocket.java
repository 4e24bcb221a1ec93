package dev.parley.transport.socket;

import dev.parley.transport.budget.BudgetSpec;
import dev.parley.transport.budget.ByteBudget;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;

/** Sockets whose client reads nothing, for tests of what stands behind them. */
public final class NoSocket {
    private static final SocketLimits LIMITS = new SocketLimits(1 << 20, 1 << 30, Integer.MAX_VALUE, 60_000);

    private NoSocket() {}

    public static ClientSocket open() {
        return new ClientSocket(
                new DataWriter() {
                    @Override
                    public void write(BufferData... buffers) {}

                    @Override
                    public void write(BufferData buffer) {}

                    @Override
                    public void writeNow(BufferData... buffers) {}

                    @Override
                    public void writeNow(BufferData buffer) {}
                },
                LIMITS,
                new ByteBudget(BudgetSpec.DEFAULT).request("key", "address"),
                () -> {},
                new ClientSocket.Watch() {
                    @Override
                    public void stalled(long forMs) {}

                    @Override
                    public void flowed() {}
                });
    }
}
