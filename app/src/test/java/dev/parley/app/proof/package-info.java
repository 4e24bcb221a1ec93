/** One exported conversation is enough to find whatever was changed in it. */
@NullMarked
package dev.parley.app.proof;

import org.jspecify.annotations.NullMarked;
