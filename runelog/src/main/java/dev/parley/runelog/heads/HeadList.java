package dev.parley.runelog.heads;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.fault.Finding;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The heads of conversations at one moment, signed with Ed25519. Lines of text, so that anyone can read and check it:
 *
 * <pre>
 * parley-heads 3
 * wall 1767225600000
 * journal 3 8123
 * list 12 8
 * key (public key, X.509, hex)
 * closed
 * doubt missing_list message
 * order 3 8123 (digest, hex)
 * head 17 (hash, hex) conversation-name-percent-encoded
 * base 9 (hash) (snapshot digest) name reason
 * gap 4 6 (hash before) name reason
 * unaccounted 16 17 name
 * adopted 3 3 name reason
 * signature (over all bytes before this line, hex)
 * </pre>
 *
 * <p>A list names the conversations that changed after an earlier list, so that it costs what changed and not what exists.
 * Together with that list, the one that list follows, and so on, it tells of all conversations. The lines base, gap,
 * unaccounted and adopted belong to the head before them and are repeated with it. Version 2 has only heads; version 1 has
 * no line {@code list} either and names all conversations.
 *
 * <p>A line doubt says what an opening found wrong with lists, keys or the order of frames. Each newer list repeats it until
 * an operator adopts the log, so that no later start makes it forgotten.
 *
 * @param version of the format
 * @param wallMillis when it was made
 * @param file the journal file that was being written
 * @param end up to where that file was durable
 * @param number of this list, 0 in version 1
 * @param since the list after which the conversations changed; 0 where all are named
 * @param key the public key
 * @param isClosed whether the log was closed cleanly with this list
 * @param orders in which order the frames of journal files stand
 * @param heads in the order of their names
 * @param doubts what was found wrong and is not adopted
 */
public record HeadList(
        int version,
        long wallMillis,
        long file,
        long end,
        long number,
        long since,
        String key,
        boolean isClosed,
        List<Order> orders,
        List<Entry> heads,
        List<Doubt> doubts) {
    /** The format that is written; it is the first that signs bases, gaps, orders and clean closes. */
    public static final int VERSION = 3;

    /** Where one conversation stood, and what else is signed of it. */
    public record Entry(String conversation, long eventId, Hash hash, SignedFacts facts) {
        public Entry(String conversation, long eventId, Hash hash) {
            this(conversation, eventId, hash, SignedFacts.NONE);
        }
    }

    /**
     * In which order the frames of a journal file stand.
     *
     * @param end up to where
     * @param digest SHA-256 over previous hash and identity of every frame before that, in their order
     */
    public record Order(long file, long end, Hash digest) {}

    /** Something that an opening found wrong with what is signed, and that no operator has adopted. */
    public record Doubt(Finding.Kind kind, String message) {
        Finding finding() {
            return new Finding(kind, "", 0, 0, 0, message);
        }
    }

    public HeadList {
        orders = List.copyOf(orders);
        heads = List.copyOf(heads);
        doubts = List.copyOf(doubts);
    }

    /** A list of which nothing is in doubt. */
    public HeadList(
            int version,
            long wallMillis,
            long file,
            long end,
            long number,
            long since,
            String key,
            boolean isClosed,
            List<Order> orders,
            List<Entry> heads) {
        this(version, wallMillis, file, end, number, since, key, isClosed, orders, heads, List.of());
    }

    /** Whether bases, gaps and clean closes are signed in lists of this version. */
    public boolean signsFacts() {
        return version >= VERSION;
    }

    /** Reads a list and checks its signature against the key it names; a list that fails is refused with the reason. */
    public static HeadList parse(byte[] bytes) {
        SignedText text = SignedText.parse(bytes, "list of heads", HeadLines.TITLE);
        try {
            HeadList list = HeadLines.parse(text.content());
            text.verify(list.key());
            return list;
        } catch (IndexOutOfBoundsException malformed) {
            throw new IllegalArgumentException("The list of heads is malformed.", malformed);
        }
    }

    /** Everything that is signed. */
    byte[] unsigned() {
        return HeadLines.write(this).getBytes(StandardCharsets.UTF_8);
    }
}
