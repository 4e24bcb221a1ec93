package dev.parley.runelog.heads;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists of heads that were kept elsewhere, in one file: changes of the key, then the newest list, then those it follows. A
 * file with a single list is one, too.
 *
 * @param lists the newest first; there is at least one
 */
public record HeadFile(List<HeadList> lists, KeyChain keys) {
    public HeadFile {
        lists = List.copyOf(lists);
    }

    public static HeadFile of(HeadList list) {
        return new HeadFile(List.of(list), KeyChain.NONE);
    }

    /** Reads a file and checks every signature; one that fails is refused with the reason. */
    public static HeadFile parse(byte[] bytes) {
        List<HeadList> lists = new ArrayList<>();
        List<KeyChain.Rotation> rotations = new ArrayList<>();
        for (byte[] part : SignedText.split(bytes)) {
            if (new String(part, StandardCharsets.ISO_8859_1).startsWith(KeyChain.TITLE)) {
                rotations.add(KeyChain.Rotation.parse(part));
            } else {
                lists.add(HeadList.parse(part));
            }
        }
        if (lists.isEmpty()) {
            throw new IllegalArgumentException("This is not a list of heads: there is none in it.");
        }
        KeyChain keys = new KeyChain(rotations);
        for (int i = 1; i < lists.size(); i++) {
            boolean follows = lists.get(i - 1).since() == lists.get(i).number();
            if (!follows
                    || !keys.vouchedBy(lists.get(i).key())
                            .contains(lists.getFirst().key())) {
                throw new IllegalArgumentException(
                        "The lists of heads in this file do not follow each other, or are signed by other keys.");
            }
        }
        return new HeadFile(lists, keys);
    }

    public HeadList newest() {
        return lists.getFirst();
    }
}
