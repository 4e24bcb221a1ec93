/**
 * Which age class a person is in, from the birthdate and the local date.
 *
 * <p>Birthdates and dates enter as data, the age state leaves. Pure. An attempt to edit a birthdate never moves the
 * class by itself, and UNKNOWN is treated as a child.
 */
@NullMarked
package dev.parley.kernel.people.age;

import org.jspecify.annotations.NullMarked;
