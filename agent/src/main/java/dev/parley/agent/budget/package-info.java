/**
 * What an agent may spend: reservations enter before the work, settlements after it.
 *
 * <p>Any thread. What was reserved counts as spent until it is settled, so that two pieces of work can never spend the
 * same token.
 */
@NullMarked
package dev.parley.agent.budget;

import org.jspecify.annotations.NullMarked;
