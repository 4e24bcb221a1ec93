package dev.parley.runelog.heads;

import dev.parley.kernel.rune.Hash;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * The heads of conversations at one moment, signed with Ed25519. Lines of text, so that anyone can read and check it:
 *
 * <pre>
 * parley-heads 2
 * wall 1767225600000
 * journal 3 8123
 * list 12 8
 * key (public key, X.509, hex)
 * head 17 (hash, hex) conversation-name-percent-encoded
 * signature (over all bytes before this line, hex)
 * </pre>
 *
 * <p>A list names the conversations that changed after an earlier list, so that it costs what changed and not what exists.
 * Together with that list, the one that list follows, and so on, it tells of all conversations. Lists of version 1 have no
 * such line and name all conversations.
 *
 * @param wallMillis when it was made
 * @param file the journal file that was being written
 * @param end up to where that file was durable
 * @param number of this list, 0 in version 1
 * @param since the list after which the conversations changed; 0 where all are named
 * @param key the public key
 * @param heads in the order of their names
 */
public record HeadList(long wallMillis, long file, long end, long number, long since, String key, List<Entry> heads) {
    private static final String TITLE = "parley-heads 2";
    private static final String FIRST_TITLE = "parley-heads 1";
    private static final String SIGNATURE = "signature ";

    /** Where one conversation stood. */
    public record Entry(String conversation, long eventId, Hash hash) {}

    public HeadList {
        heads = List.copyOf(heads);
    }

    /** Everything that is signed. */
    String unsigned() {
        StringBuilder text = new StringBuilder(number == 0 ? FIRST_TITLE : TITLE).append('\n');
        text.append("wall ").append(wallMillis).append('\n');
        text.append("journal ").append(file).append(' ').append(end).append('\n');
        if (number > 0) {
            text.append("list ").append(number).append(' ').append(since).append('\n');
        }
        text.append("key ").append(key).append('\n');
        for (Entry entry : heads) {
            text.append("head ")
                    .append(entry.eventId())
                    .append(' ')
                    .append(entry.hash().hex())
                    .append(' ')
                    .append(URLEncoder.encode(entry.conversation(), StandardCharsets.UTF_8))
                    .append('\n');
        }
        return text.toString();
    }

    /** Reads a list and checks its signature against the key it names; a list that fails is refused with the reason. */
    public static HeadList parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int cut = text.lastIndexOf("\n" + SIGNATURE) + 1;
        if (!(text.startsWith(TITLE + "\n") || text.startsWith(FIRST_TITLE + "\n")) || cut == 0) {
            throw new IllegalArgumentException(
                    "This is not a list of heads: it does not begin with '" + TITLE + "' and end with a signature.");
        }
        try {
            HeadList list = lines(text, cut);
            String signature = text.substring(cut + SIGNATURE.length()).strip();
            boolean isOneLine = text.endsWith(SIGNATURE + signature.toLowerCase(Locale.ROOT) + "\n");
            if (!isOneLine || !verifies(list.key(), bytes, cut, HexFormat.of().parseHex(signature))) {
                throw new IllegalArgumentException("The signature of the list of heads does not match its content.");
            }
            return list;
        } catch (IndexOutOfBoundsException malformed) {
            throw new IllegalArgumentException("The list of heads is malformed.", malformed);
        }
    }

    /** Reads the lines up to the signature one by one: a list of very many conversations is long. */
    private static HeadList lines(String text, int end) {
        long wall = 0;
        long file = 0;
        long written = 0;
        long number = 0;
        long since = 0;
        String key = "";
        List<Entry> heads = new ArrayList<>();
        int next;
        for (int at = text.indexOf('\n') + 1; at < end; at = next) {
            next = text.indexOf('\n', at) + 1;
            String line = text.substring(at, next - 1);
            String[] parts = line.split(" ", 4);
            switch (parts[0]) {
                case "wall" -> wall = Long.parseLong(parts[1]);
                case "journal" -> {
                    file = Long.parseLong(parts[1]);
                    written = Long.parseLong(parts[2]);
                }
                case "list" -> {
                    number = Long.parseLong(parts[1]);
                    since = Long.parseLong(parts[2]);
                }
                case "key" -> key = parts[1];
                case "head" ->
                    heads.add(new Entry(
                            URLDecoder.decode(parts[3], StandardCharsets.UTF_8),
                            Long.parseLong(parts[1]),
                            Hash.ofHex(parts[2])));
                default -> throw new IllegalArgumentException("The list of heads has an unknown line: " + line);
            }
        }
        return new HeadList(wall, file, written, number, since, key, heads);
    }

    private static boolean verifies(String key, byte[] bytes, int length, byte[] signature) {
        try {
            PublicKey publicKey = KeyFactory.getInstance("Ed25519")
                    .generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(key)));
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(publicKey);
            check.update(bytes, 0, length);
            return check.verify(signature);
        } catch (GeneralSecurityException refused) {
            return false;
        }
    }
}
