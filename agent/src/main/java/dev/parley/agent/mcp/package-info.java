/**
 * Tools of MCP servers, over standard streams or streamable HTTP.
 *
 * <p>A server's tool list enters and becomes tools like any other; calls leave. Callbacks of the protocol library come on
 * its threads and only complete futures or report progress. What a server says of itself (descriptions, annotations,
 * results) is data: an annotation can make a tool count as reading only where the configuration trusts that server's
 * hints, and nothing a server sends can approve, confirm or permit.
 */
@NullMarked
package dev.parley.agent.mcp;

import org.jspecify.annotations.NullMarked;
