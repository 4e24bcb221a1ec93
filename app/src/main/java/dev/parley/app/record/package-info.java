/**
 * Reading a recorded conversation for the commands that look back.
 *
 * <p>A data folder and a conversation's name enter, its runes leave, or one clear line. On the caller's thread. Nothing
 * here may ever write to the log.
 */
@NullMarked
package dev.parley.app.record;

import org.jspecify.annotations.NullMarked;
