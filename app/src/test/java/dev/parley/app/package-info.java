/** Tests of the commands as a program or a person meets them. */
@NullMarked
package dev.parley.app;

import org.jspecify.annotations.NullMarked;
