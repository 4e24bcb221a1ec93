/**
 * The edge where lines of text become episode packets.
 *
 * <p>Bytes of one line enter; an entry of {@link dev.parley.kernel.episode} leaves, or the reason why there is none. The
 * JSON Schemas of all packet types are resources of this package, under {@code schema/}. Everything runs on the caller's
 * thread; a {@link dev.parley.agent.packet.PacketReader} may be shared, an {@link dev.parley.agent.packet.EpisodeCheck}
 * belongs to one thread. A packet that does not fit its schema, or an object with a duplicate key, may never reach the
 * validator.
 */
@NullMarked
package dev.parley.agent.packet;

import org.jspecify.annotations.NullMarked;
