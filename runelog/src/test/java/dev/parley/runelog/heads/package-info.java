/** What tests need that sign lists of heads. */
@NullMarked
package dev.parley.runelog.heads;

import org.jspecify.annotations.NullMarked;
