/**
 * One supervisor for each conversation (ruling E5): what agents do enters, and how they ended leaves as runes.
 *
 * <p>Every agent runs on a virtual thread of its own. One that throws, blocks beyond its time or dies ends alone: its
 * parent is told by a rune, its siblings are not touched, and nobody is started again unless asked.
 */
@NullMarked
package dev.parley.agent.supervise;

import org.jspecify.annotations.NullMarked;
