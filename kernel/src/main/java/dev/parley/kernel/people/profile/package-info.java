/**
 * The one way in which a person's profile changes.
 *
 * <p>Requested updates, authority and confirmations enter, the update's state leaves. Pure. Nothing of a profile changes
 * outside APPROVED, nothing is applied by halves, and a person has one pending update at most.
 */
@NullMarked
package dev.parley.kernel.people.profile;

import org.jspecify.annotations.NullMarked;
