/** Catalogues with a rule left out, for tests. A catalogue enters and leaves smaller; nothing else may be changed so. */
@NullMarked
package dev.parley.runelog.fault;

import org.jspecify.annotations.NullMarked;
