/**
 * One contract for everything that listens, thinks or speaks: a request enters, events leave, and the last of them is the
 * outcome.
 *
 * <p>A provider works on threads of its own. Its callbacks do one thing: offer an immutable event to the ingress they were
 * given. A provider may never block its caller, end a call twice, speak after its outcome, or reach into a loop.
 */
@NullMarked
package dev.parley.provider;

import org.jspecify.annotations.NullMarked;
