@NullMarked
package dev.parley.session.speak;

import org.jspecify.annotations.NullMarked;
