package dev.parley.runelog.heads;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.runelog.disk.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import org.jspecify.annotations.Nullable;

/**
 * Says, signed, that a log is open for writing, or was when its process died: then runes may stand behind the newest head.
 * It is written before the first append, again behind each list, and deleted after the list that closes the log. So it
 * names the newest list, or the one before where the process died between the two.
 *
 * <pre>
 * parley-opened 1
 * list 12 (SHA-256 of that list's file, hex; zero where there was none)
 * key (public key, X.509, hex)
 * signature (over all bytes before this line, hex)
 * </pre>
 *
 * @param list the newest list when the mark was written
 * @param digest of that list
 */
record OpenMark(long list, Hash digest, String key) {
    static final String NAME = "opened";
    private static final String TITLE = "parley-opened ";

    static void write(Disk disk, long list, Hash digest, KeyPair by) throws IOException, GeneralSecurityException {
        String lines = TITLE + "1\nlist " + list + " " + digest.hex() + "\nkey " + HeadSigner.hex(by) + "\n";
        disk.replace(NAME, SignedText.sign(lines.getBytes(StandardCharsets.US_ASCII), by));
    }

    /** The mark, or null where there is none that was signed by the key it names. */
    static @Nullable OpenMark read(Disk disk) throws IOException {
        if (!disk.exists(NAME)) {
            return null;
        }
        try {
            SignedText text = SignedText.parse(disk.readAll(NAME), "mark of an open log", TITLE);
            String[] lines = text.content().split("\n", -1);
            String[] list = lines[1].split(" ", -1);
            OpenMark mark =
                    new OpenMark(Long.parseLong(list[1]), Hash.ofHex(list[2]), lines[2].substring("key ".length()));
            text.verify(mark.key());
            return mark;
        } catch (IllegalArgumentException | IndexOutOfBoundsException unreadable) {
            return null;
        }
    }

    /** Whether the list that it names is that one, as far as it is still there. */
    boolean fits(Disk disk) throws IOException {
        Hash found = digest(disk, list);
        return found.equals(Hash.ZERO) || found.equals(digest);
    }

    static Hash digest(Disk disk, long list) throws IOException {
        String name = HeadFolder.nameOf(list);
        if (list == 0 || !disk.exists(name)) {
            return Hash.ZERO;
        }
        return digest(disk.readAll(name));
    }

    static Hash digest(byte[] bytes) {
        return new RuneChain().content(bytes, 0, bytes.length);
    }
}
