package dev.parley.session;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * How many conversations a host holds in memory when another one is to begin, or comes back to memory. Each takes memory also
 * while nothing is said in it; those that have left memory do not count. One that is in memory is never refused for that.
 *
 * @param conversations of all clients together
 * @param ofOwner of one client, by its key or token
 */
public record HostBounds(int conversations, int ofOwner) {
    public static final HostBounds NONE = new HostBounds(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** The rule by which a conversation is refused whose owner has as many as it may. */
    public static final String OWNER_FULL = "runtime.owner_full";

    private static final String FULL = "runtime.full";

    /** What a conversation takes in which nothing was said yet, and some more. */
    private static final long BYTES_EACH = 128 << 10;

    private static final int HEAP_PART = 2;
    private static final int OWNER_PART = 4;

    /** So many that half of the heap holds them all; a quarter of them for one owner. */
    public static final HostBounds USUAL =
            of((int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / HEAP_PART / BYTES_EACH));

    public HostBounds {
        if (conversations < 1 || ofOwner < 1) {
            throw new IllegalArgumentException("a host holds at least one conversation, and one of each owner");
        }
    }

    /** So many in all, and a quarter of them for one owner. */
    public static HostBounds of(int conversations) {
        return new HostBounds(Math.max(1, conversations), ofOwner(conversations));
    }

    /** What one owner gets of so many for all. */
    public static int ofOwner(int conversations) {
        return Math.max(1, conversations / OWNER_PART);
    }

    /** Why a conversation is refused. */
    record Full(String rule, String reason) {}

    /**
     * Why a conversation of this owner cannot begin; null where it can.
     *
     * @param owner empty where there is none
     * @param owners of the conversations that are here, one for each
     */
    @Nullable
    Full judge(String owner, Collection<String> owners) {
        if (!owner.isEmpty() && owners.stream().filter(owner::equals).count() >= ofOwner) {
            return new Full(
                    OWNER_FULL,
                    "this client has " + ofOwner + " conversations in memory, as many as one client may; end some, or"
                            + " wait until some that are idle leave memory");
        }
        return owners.size() >= conversations
                ? new Full(
                        FULL,
                        conversations
                                + " conversations are in memory, as many as may be; try again when some have ended"
                                + " or left memory")
                : null;
    }
}
