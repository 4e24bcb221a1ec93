@NullMarked
package dev.parley.session.turn;

import org.jspecify.annotations.NullMarked;
