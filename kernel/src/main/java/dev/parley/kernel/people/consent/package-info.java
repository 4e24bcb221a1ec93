/**
 * A person's consent to one purpose.
 *
 * <p>Requests, grants and revocations enter, the consent's state leaves. Pure. Silence is never consent, nobody consents
 * for another, and a consent ends with its conversation.
 */
@NullMarked
package dev.parley.kernel.people.consent;

import org.jspecify.annotations.NullMarked;
