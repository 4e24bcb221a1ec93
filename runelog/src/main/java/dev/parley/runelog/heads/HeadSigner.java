package dev.parley.runelog.heads;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Signs lists of heads with the log's key, which is made once, and keeps the newest ones beside the journal.
 *
 * <p><b>What a list names.</b> List n names what changed after list n − b, where b is the lowest bit of n: every second
 * list names the changes of one interval, every fourth those of two, and so on, as in a Fenwick tree. The heads of all
 * conversations are then in at most 64 lists, and a change is written about log n times, however many conversations there
 * are. A list is made of the ones it replaces and of what changed since; if one of those cannot be read, it names all.
 */
public final class HeadSigner {
    private static final String KEY = "keys/heads.key";
    private static final int KEPT = 16;

    private final Disk disk;
    private final KeyPair keys;
    private long number;
    private boolean isAnew;

    private HeadSigner(Disk disk, KeyPair keys, long number, boolean isAnew) {
        this.isAnew = isAnew;
        this.disk = disk;
        this.keys = keys;
        this.number = number;
    }

    /** Takes the log's key, making it where there is none. The first list names all where earlier ones cannot be read. */
    public static HeadSigner open(Disk disk, boolean isAnew) throws IOException {
        List<Long> numbers = HeadFolder.numbers(disk);
        long number = numbers.isEmpty() ? 0 : numbers.getLast();
        try {
            return new HeadSigner(disk, disk.exists(KEY) ? load(disk) : generate(disk), number, isAnew);
        } catch (GeneralSecurityException | IllegalArgumentException unusable) {
            throw new LogFault("The key " + KEY + " in " + disk.printed() + " cannot be used.", unusable);
        }
    }

    private static KeyPair generate(Disk disk) throws GeneralSecurityException, IOException {
        KeyPair fresh = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        String text = "public " + HexFormat.of().formatHex(fresh.getPublic().getEncoded()) + "\nprivate "
                + HexFormat.of().formatHex(fresh.getPrivate().getEncoded()) + "\n";
        disk.replacePrivately(KEY, text.getBytes(StandardCharsets.US_ASCII));
        return fresh;
    }

    private static KeyPair load(Disk disk) throws GeneralSecurityException, IOException {
        List<String> lines =
                new String(disk.readAll(KEY), StandardCharsets.US_ASCII).lines().toList();
        if (lines.size() != 2
                || !lines.get(0).startsWith("public ")
                || !lines.get(1).startsWith("private ")) {
            throw new IllegalArgumentException("Two lines, public and private, were expected.");
        }
        KeyFactory factory = KeyFactory.getInstance("Ed25519");
        return new KeyPair(
                factory.generatePublic(new X509EncodedKeySpec(
                        HexFormat.of().parseHex(lines.get(0).substring("public ".length())))),
                factory.generatePrivate(new PKCS8EncodedKeySpec(
                        HexFormat.of().parseHex(lines.get(1).substring("private ".length())))));
    }

    /** The public key, X.509, hex; empty where there is none. */
    static String publicKey(Disk disk) throws IOException {
        if (!disk.exists(KEY)) {
            return "";
        }
        String text = new String(disk.readAll(KEY), StandardCharsets.US_ASCII);
        int end = text.indexOf('\n');
        return text.startsWith("public ") && end > 0 ? text.substring("public ".length(), end) : "";
    }

    /** Writes the next list: what changed since the newest one, or all where the lists before it cannot be read. */
    public void write(
            long wallMillis,
            long file,
            long end,
            List<HeadList.Entry> changed,
            Supplier<? extends List<HeadList.Entry>> all)
            throws IOException {
        long next = number + 1;
        long since = next - Long.lowestOneBit(next);
        Map<String, HeadList.Entry> named = new TreeMap<>();
        if (isAnew || !HeadFolder.collect(disk, number, since, named)) {
            named.clear();
            since = 0;
            all.get().forEach(entry -> named.put(entry.conversation(), entry));
        }
        changed.forEach(entry -> named.put(entry.conversation(), entry));
        String key = HexFormat.of().formatHex(keys.getPublic().getEncoded());
        List<HeadList.Entry> heads = List.copyOf(named.values());
        String unsigned = new HeadList(wallMillis, file, end, next, since, key, heads).unsigned();
        byte[] signed = (unsigned + "signature " + sign(unsigned) + "\n").getBytes(StandardCharsets.UTF_8);
        disk.replace(HeadFolder.nameOf(next), signed);
        number = next;
        isAnew = false;
        HeadFolder.pin(disk, key);
        forgetOld(since);
    }

    /** Lists that are neither among the newest nor needed to name all conversations are deleted. */
    private void forgetOld(long since) throws IOException {
        List<Long> numbers = HeadFolder.numbers(disk);
        Set<Long> needed = new TreeSet<>(numbers.subList(Math.max(0, numbers.size() - KEPT), numbers.size()));
        for (long at = since; at > 0; at -= Long.lowestOneBit(at)) {
            needed.add(at);
        }
        for (long old : numbers) {
            if (!needed.contains(old)) {
                disk.delete(HeadFolder.nameOf(old));
            }
        }
    }

    private String sign(String text) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(keys.getPrivate());
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(signature.sign());
        } catch (GeneralSecurityException unusable) {
            throw new LogFault("The list of heads cannot be signed.", unusable);
        }
    }
}
