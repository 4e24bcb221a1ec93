/**
 * What must hold in the log, and what is said when it does not.
 *
 * <p>Facts about appends, frames, segments, deliveries, snapshots and restores enter; violations, findings and faults
 * leave. Pure values, on the thread that met the fact. A broken invariant may never be passed over without one of them.
 */
@NullMarked
package dev.parley.runelog.fault;

import org.jspecify.annotations.NullMarked;
