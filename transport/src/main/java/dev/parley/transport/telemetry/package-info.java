/**
 * What a server tells about itself while it works: meters, traces, and the audit stream for others. Everything is offered and
 * nothing waits for it; what had no room is counted.
 */
@NullMarked
package dev.parley.transport.telemetry;

import org.jspecify.annotations.NullMarked;
