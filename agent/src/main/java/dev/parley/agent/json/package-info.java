/**
 * The edge where JSON text becomes kernel values.
 *
 * <p>Text enters, {@link dev.parley.kernel.json.Json} values or one clear error leave. Stateless, on any thread. A
 * duplicate key may never pass: what a reader does with it is not defined, so an approval could differ from the act.
 */
@NullMarked
package dev.parley.agent.json;

import org.jspecify.annotations.NullMarked;
