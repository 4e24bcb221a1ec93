/** Tests of the envelope. Drafts enter, assertions leave, on the test's thread; nothing here touches a disk. */
@NullMarked
package dev.parley.kernel.rune;

import org.jspecify.annotations.NullMarked;
