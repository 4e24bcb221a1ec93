/** Tests of the drive frame with real rooms behind it. */
@NullMarked
package dev.parley.app.drive;

import org.jspecify.annotations.NullMarked;
