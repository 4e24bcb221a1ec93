/**
 * Episodes: in which order an agent may observe, believe, decide, verify, be authorised, act and escalate.
 *
 * <p>Decoded packets and external events enter; one verdict leaves for each, naming every rule it breaks. Everything runs
 * on the caller's thread: the validator is a single-threaded fold, and its ledgers belong to it alone. It may never read
 * a clock (the only time is the one a packet carries, ruling X6), never let a refused packet change a ledger (save the
 * budget overrun of ruling C7), and never keep anything of a closed episode but its name.
 */
@NullMarked
package dev.parley.kernel.episode;

import org.jspecify.annotations.NullMarked;
