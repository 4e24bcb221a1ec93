/**
 * JSON values and their one canonical form (RFC 8785), so that the kernel can digest arguments without a dependency.
 *
 * <p>Values enter from the edges, where a parser reads them; canonical text and bytes leave. Pure, on any thread.
 * A duplicate key may never survive: an object is built once and rejects it.
 */
@NullMarked
package dev.parley.kernel.json;

import org.jspecify.annotations.NullMarked;
