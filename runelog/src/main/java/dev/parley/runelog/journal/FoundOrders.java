package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The order of frames in the files that were read, at their ends and at the places at which it is to be compared. */
public final class FoundOrders {
    private record Place(long file, long offset) {}

    private final Set<Place> wanted = new HashSet<>();
    private final Map<Place, Hash> values = new HashMap<>();
    private final Map<Long, Place> ends = new HashMap<>();
    private final Map<Long, Long> soundUpTo = new HashMap<>();

    /** Asks for the order of a file's frames up to these places. */
    public void want(long file, Collection<Long> ends) {
        ends.forEach(end -> wanted.add(new Place(file, end)));
    }

    /** Notes the frames of a stretch that begins at this offset; it is sound up to a place and ends at another one. */
    void scanned(long file, FrameOrder order, byte[] bytes, long from, long damagedAt, long end) {
        int at = 0;
        int last = (int) (end - from);
        for (long place : wanted.stream()
                .filter(place -> place.file() == file && place.offset() >= from && place.offset() <= end)
                .map(Place::offset)
                .sorted()
                .toList()) {
            at = order.add(bytes, at, (int) (place - from));
            if (from + at == place) {
                values.put(new Place(file, place), order.value());
            }
        }
        at = order.add(bytes, at, last);
        soundUpTo.put(file, Math.min(damagedAt, from + at));
        Place before = ends.put(file, new Place(file, end));
        if (before != null && !wanted.contains(before)) {
            values.remove(before);
        }
        values.put(new Place(file, end), order.value());
    }

    /** Up to where the frames of this file were read without damage; 0 where they were not read. */
    public long soundUpTo(long file) {
        return soundUpTo.getOrDefault(file, 0L);
    }

    /** The order up to a place, or null where no frame ends there. */
    public @Nullable Hash at(long file, long offset) {
        return values.get(new Place(file, offset));
    }

    /** Up to where this file was read; 0 where it was not. */
    public long endOf(long file) {
        Place end = ends.get(file);
        return end == null ? 0 : end.offset();
    }

    /** The files that were read. */
    public Set<Long> files() {
        return soundUpTo.keySet();
    }
}
