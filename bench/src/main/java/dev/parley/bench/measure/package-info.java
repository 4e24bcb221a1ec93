/**
 * What every bench shares: its interface, its result and the median.
 *
 * <p>Runs on the main thread. Nothing here may depend on a bench.
 */
@NullMarked
package dev.parley.bench.measure;

import org.jspecify.annotations.NullMarked;
