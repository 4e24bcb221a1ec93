package dev.parley.provider.dispatch;

import dev.parley.provider.Outcome;
import dev.parley.provider.ProviderInvocation;

/**
 * How one call went.
 *
 * @param tookMs from its start to its end
 * @param owedMs the part of that in which the provider owed something: neither the person spoke to it nor it had to wait
 *     for credit
 * @param firstMs from its start to the first that it gave; {@link #NOTHING} if it gave nothing
 */
public record CallReport(ProviderInvocation invocation, Outcome outcome, long tookMs, long owedMs, long firstMs) {
    public static final long NOTHING = -1;
}
