/**
 * The agent's side of the record: drafts enter, receipts leave.
 *
 * <p>Any thread may append; one batch is all or nothing and stands in the log in the order in which it was handed over
 * (ruling E6). It may never happen that a receipt becomes durable before its runes are.
 */
@NullMarked
package dev.parley.agent.record;

import org.jspecify.annotations.NullMarked;
