/** Conversations as a person types them, through the whole house and back out of the log. */
@NullMarked
package dev.parley.app.talk;

import org.jspecify.annotations.NullMarked;
