/** Tests of the log as its users see it. Drafts enter, assertions leave; no test waits for a clock. */
@NullMarked
package dev.parley.runelog;

import org.jspecify.annotations.NullMarked;
