/**
 * The supervision of a conversation's agents. What enters: the failure of an agent, what it spends, and what agents want to
 * do with the floor. What leaves: runes, and requests to the stream room that pass the floor on. Everything runs on the
 * conversation's loop. An agent that has ended never acts again unless it was restarted.
 */
@NullMarked
package dev.parley.session.supervise;

import org.jspecify.annotations.NullMarked;
