@NullMarked
package dev.parley.session.listen;

import org.jspecify.annotations.NullMarked;
