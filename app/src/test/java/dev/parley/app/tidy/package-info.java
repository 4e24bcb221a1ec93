/** The house rules that a program can check. Their limits only ever get stricter. */
@NullMarked
package dev.parley.app.tidy;

import org.jspecify.annotations.NullMarked;
