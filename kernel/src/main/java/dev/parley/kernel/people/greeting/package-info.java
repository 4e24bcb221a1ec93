/**
 * Events that a date brings about: the birthday greeting.
 *
 * <p>A due greeting enters, the mark that it was given leaves. Pure. Nobody is greeted twice for one day, and a greeting
 * names neither date nor age.
 */
@NullMarked
package dev.parley.kernel.people.greeting;

import org.jspecify.annotations.NullMarked;
