/** Clients of the server, against the program itself. */
@NullMarked
package dev.parley.app.serve;

import org.jspecify.annotations.NullMarked;
