@NullMarked
package dev.parley.session.episode;

import org.jspecify.annotations.NullMarked;
