/**
 * One contract for everything that listens, thinks or speaks: a request enters, audio may be fed, events leave within the
 * credit that was granted, and the last of them is the outcome.
 *
 * <p>A provider works on threads of its own. Its callbacks do one thing: offer an immutable event to the ingress they were
 * given. A provider may never end a call twice, speak after its outcome, give more than it was granted, or reach into a
 * loop.
 */
@NullMarked
package dev.parley.provider;

import org.jspecify.annotations.NullMarked;
