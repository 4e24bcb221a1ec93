@NullMarked
package dev.parley.session.record;

import org.jspecify.annotations.NullMarked;
