package dev.parley.session.record;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents.RoomStatesCaptured;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a conversation's snapshot: canonical bytes one after the other, each with its length before it. First what
 * the rooms stand at, in the form of a rune that stands in no log, then the runes of the gist as they are in the log.
 */
final class PastForm {
    private PastForm() {}

    /** What a snapshot says. */
    record Content(RoomStates rooms, List<Rune> gist) {}

    static byte[] write(String conversation, Content content) {
        List<byte[]> parts = new ArrayList<>();
        RoomStates rooms = content.rooms();
        parts.add(Rune.of(
                        EventCatalogue.draft(conversation, new RoomStatesCaptured(rooms.states())),
                        rooms.eventId(),
                        Hash.ZERO)
                .canonical());
        content.gist().forEach(rune -> parts.add(rune.canonical()));
        int size = parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
        ByteBuffer out = ByteBuffer.allocate(size);
        parts.forEach(part -> out.putInt(part.length).put(part));
        return out.array();
    }

    /** @throws IllegalArgumentException if this is no such content */
    static Content read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        List<Rune> parts = new ArrayList<>();
        while (in.hasRemaining()) {
            int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
            if (length < 1 || length > in.remaining()) {
                throw new IllegalArgumentException("The content of a snapshot is cut.");
            }
            parts.add(Rune.decode(bytes, in.position(), length, Hash.ZERO));
            in.position(in.position() + length);
        }
        if (parts.isEmpty() || !EventCatalogue.is(parts.getFirst(), RoomStatesCaptured.class)) {
            throw new IllegalArgumentException("Not the content of a conversation's snapshot.");
        }
        Rune rooms = parts.getFirst();
        return new Content(new RoomStates(rooms.eventId(), rooms.payload()), parts.subList(1, parts.size()));
    }
}
