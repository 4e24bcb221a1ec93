/**
 * Measurements, each beside the peer or limit it is compared with, in the same run.
 *
 * <p>Names of benches enter, one JSON line per result leaves. Runs on the main thread unless a bench says otherwise. A
 * figure may never be printed without the baseline measured beside it.
 */
@NullMarked
package dev.parley.bench;

import org.jspecify.annotations.NullMarked;
