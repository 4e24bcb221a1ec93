/**
 * What every adapter must do: a provider enters, and the checks it fails leave, each with what was seen.
 *
 * <p>Works with any test framework: run {@link dev.parley.provider.conformance.ConformanceKit#check} for each check of
 * {@link dev.parley.provider.conformance.Check}. The kit may never pass a provider that it could not exercise.
 */
@NullMarked
package dev.parley.provider.conformance;

import org.jspecify.annotations.NullMarked;
