/**
 * Snapshots: the folded state of a conversation at an event id.
 *
 * <p>State bytes enter and leave, on the caller's thread. A snapshot may never be handed out whose content does not have
 * the hash that was stored with it, and never be half written.
 */
@NullMarked
package dev.parley.runelog.snapshot;

import org.jspecify.annotations.NullMarked;
