package dev.parley.runelog.heads;

import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
    private static final String NEXT_KEY = "keys/next.key";
    private static final int KEPT = 16;
    private static final long NOT_READ = -1;

    /** A file with a higher number than this was not written here; new lists are not counted on from it. */
    private static final long COUNTED_MAX = 1_000_000_000_000_000L;

    private final Disk disk;
    private KeyPair keys;
    private long number;
    private boolean isAnew;
    private boolean isMarked;
    private long markedList;

    private HeadSigner(Disk disk, KeyPair keys, long number, boolean isAnew) {
        this.isAnew = isAnew;
        this.disk = disk;
        this.keys = keys;
        this.number = number;
    }

    /** Takes the log's key, making it where there is none. The first list names all where earlier ones cannot be read. */
    public static HeadSigner open(Disk disk, boolean isAnew) throws IOException {
        try {
            finishRotation(disk);
            KeyPair keys = disk.exists(KEY) ? load(disk, KEY) : first(disk);
            return new HeadSigner(disk, keys, highest(disk, hex(keys)), isAnew || oldest(disk) != null);
        } catch (GeneralSecurityException | IllegalArgumentException unusable) {
            throw new LogFault("The key " + KEY + " in " + disk.printed() + " cannot be used.", unusable);
        }
    }

    /** The oldest list that is here, if it is of a format that signs less; otherwise null. Newer lists replace all of them. */
    private static @Nullable HeadList oldest(Disk disk) throws IOException {
        for (long number : HeadFolder.numbers(disk)) {
            HeadList list = HeadFolder.read(disk, number);
            if (list != null) {
                return list.signsFacts() ? null : list;
            }
        }
        return null;
    }

    /**
     * Whether this key has signed lists of a format that signs less. A copy of them could be put back in place of newer
     * ones, so the key is to be replaced behind the first list of today's format.
     */
    public boolean isOfOldFormat() throws IOException {
        HeadList oldest = oldest(disk);
        return oldest != null && oldest.key().equals(hex(keys));
    }

    /** The number that new lists are counted on from: no list that was ever here is written over. */
    private static long highest(Disk disk, String key) throws IOException {
        long highest = 0;
        for (long number : HeadFolder.numbers(disk)) {
            highest = number <= COUNTED_MAX || HeadFolder.read(disk, number) != null ? number : highest;
        }
        OpenMark mark = OpenMark.read(disk);
        return mark != null && mark.key().equals(key) ? Math.max(highest, mark.list()) : highest;
    }

    /**
     * Makes the log's key. Where nothing was signed before, the mark of an open log and the pin are on disk before the key
     * is in its place: a key that is found without them was not left so by a crash.
     */
    private static KeyPair first(Disk disk) throws GeneralSecurityException, IOException {
        if (KeyPin.read(disk).isThere() || !HeadFolder.numbers(disk).isEmpty()) {
            return generate(disk, KEY);
        }
        KeyPair fresh = generate(disk, NEXT_KEY);
        OpenMark.write(disk, 0, Hash.ZERO, fresh);
        KeyPin.write(disk, hex(fresh));
        disk.rename(NEXT_KEY, KEY);
        disk.syncFolder(Disk.folderOf(KEY));
        return fresh;
    }

    private static KeyPair generate(Disk disk, String name) throws GeneralSecurityException, IOException {
        KeyPair fresh = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        SignedText.made(fresh);
        String text = "public " + hex(fresh) + "\nprivate "
                + HexFormat.of().formatHex(fresh.getPrivate().getEncoded()) + "\n";
        disk.replacePrivately(name, text.getBytes(StandardCharsets.US_ASCII));
        return fresh;
    }

    static String hex(KeyPair pair) {
        return HexFormat.of().formatHex(pair.getPublic().getEncoded());
    }

    private static KeyPair load(Disk disk, String name) throws GeneralSecurityException, IOException {
        List<String> lines = new String(disk.readAll(name), StandardCharsets.US_ASCII)
                .lines()
                .toList();
        if (lines.size() != 2
                || !lines.get(0).startsWith("public ")
                || !lines.get(1).startsWith("private ")) {
            throw new IllegalArgumentException("Two lines, public and private, were expected.");
        }
        KeyFactory factory = KeyFactory.getInstance("Ed25519");
        KeyPair pair = new KeyPair(
                factory.generatePublic(new X509EncodedKeySpec(
                        HexFormat.of().parseHex(lines.get(0).substring("public ".length())))),
                factory.generatePrivate(new PKCS8EncodedKeySpec(
                        HexFormat.of().parseHex(lines.get(1).substring("private ".length())))));
        if (!SignedText.isPair(pair)) {
            throw new IllegalArgumentException("The private key does not belong to the public one.");
        }
        return pair;
    }

    /** The public key, X.509, hex; empty where there is none, or where its private part is missing or another one. */
    static String publicKey(Disk disk) throws IOException {
        return publicKey(disk, KEY);
    }

    /** The public part of a key that is not in its place yet; empty where there is none. */
    static String nextKey(Disk disk) throws IOException {
        return publicKey(disk, NEXT_KEY);
    }

    private static String publicKey(Disk disk, String name) throws IOException {
        try {
            return disk.exists(name) ? hex(load(disk, name)) : "";
        } catch (GeneralSecurityException | IllegalArgumentException unusable) {
            return "";
        }
    }

    /**
     * Signs with a new key from now on, which the key until now vouches for; that one is deleted. The next list names all,
     * so that nothing rests on the earlier key.
     *
     * @return the new public key
     */
    public String rotate(long wallMillis, String reason) throws IOException {
        try {
            KeyPair fresh = generate(disk, NEXT_KEY);
            KeyChain chain = KeyChain.load(disk)
                    .with(KeyChain.Rotation.sign(wallMillis, number, hex(keys), hex(fresh), reason, keys.getPrivate()));
            KeyPin.write(disk, hex(keys));
            disk.replace(KeyChain.NAME, chain.bytes());
            finishRotation(disk);
            keys = fresh;
            isAnew = true;
            return hex(fresh);
        } catch (GeneralSecurityException | IllegalArgumentException unusable) {
            throw new LogFault("The key that signs lists of heads could not be replaced.", unusable);
        }
    }

    /** A new key takes its place once the one before has vouched for it, also after a crash in between. */
    private static void finishRotation(Disk disk) throws IOException {
        String next = publicKey(disk, NEXT_KEY);
        if (next.isEmpty()) {
            return;
        }
        String own = publicKey(disk);
        boolean isVouched = KeyChain.load(disk).vouchedBy(own).contains(next);
        boolean isFirst = own.isEmpty() && next.equals(KeyPin.read(disk).key());
        if (isVouched || isFirst) {
            disk.rename(NEXT_KEY, KEY);
        } else {
            disk.delete(NEXT_KEY);
        }
        disk.syncFolder(Disk.folderOf(KEY));
    }

    /** Says that the log is open, before something is appended to it. The newest list must be durable by now. */
    public void markOpen() throws IOException {
        long newest = newest();
        if (newest > 0) {
            disk.syncFolder(HeadFolder.FOLDER);
        }
        mark(newest, OpenMark.digest(disk, newest));
        isMarked = true;
    }

    private long newest() throws IOException {
        for (long at : HeadFolder.numbers(disk).reversed()) {
            if (HeadFolder.read(disk, at) != null) {
                return at;
            }
        }
        return 0;
    }

    private void mark(long list, Hash digest) throws IOException {
        try {
            OpenMark.write(disk, list, digest, keys);
            markedList = list;
        } catch (GeneralSecurityException unusable) {
            throw new LogFault("That the log is open cannot be signed.", unusable);
        }
    }

    /** Takes the mark away, after the list that closes the log is on disk. */
    public void markClosed() throws IOException {
        isMarked = false;
        if (disk.exists(OpenMark.NAME)) {
            disk.delete(OpenMark.NAME);
        }
    }

    /** Writes the next list: what changed since the newest one, or all where the lists before it cannot be read. */
    public void write(
            long wallMillis, long file, long end, boolean isClosed, SignedHeads changed, Supplier<SignedHeads> all)
            throws IOException {
        write(wallMillis, file, end, isClosed, changed, all, List.of());
    }

    /** The same with what is in doubt. */
    public void write(
            long wallMillis,
            long file,
            long end,
            boolean isClosed,
            SignedHeads changed,
            Supplier<SignedHeads> all,
            List<HeadList.Doubt> doubts)
            throws IOException {
        long next = number + 1;
        while (disk.exists(HeadFolder.nameOf(next))) {
            next++;
        }
        if (isMarked && markedList != next - 1 && HeadFolder.read(disk, next - 1) != null) {
            mark(next - 1, OpenMark.digest(disk, next - 1));
        }
        long since = next - Long.lowestOneBit(next);
        SignedHeads named = changed;
        since = isAnew ? NOT_READ : takeBack(since, named);
        if (since == NOT_READ) {
            since = 0;
            named = all.get();
        }
        HeadList list = new HeadList(
                HeadList.VERSION,
                wallMillis,
                file,
                end,
                next,
                since,
                hex(keys),
                isClosed,
                named.allOrders(),
                named.heads(),
                doubts);
        byte[] bytes = sign(list);
        disk.replace(HeadFolder.nameOf(next), bytes);
        number = next;
        isAnew = false;
        if (isMarked && !isClosed) {
            mark(next, OpenMark.digest(bytes));
        }
        KeyPin.write(disk, list.key());
        forgetOld(since);
    }

    /**
     * Adds what the lists name that this one takes the place of, and answers after which list they begin: after this one, or
     * an earlier one where a list among them reaches further back. A list that this key did not sign is not taken over.
     */
    private long takeBack(long since, SignedHeads named) throws IOException {
        long at = number;
        while (at > since) {
            HeadList list = HeadFolder.read(disk, at);
            boolean isOurs = list != null && list.signsFacts() && list.key().equals(hex(keys));
            if (list == null || !isOurs || list.since() >= at) {
                return NOT_READ;
            }
            named.addOlder(list);
            at = list.since();
        }
        return at;
    }

    /** Lists that are neither among the newest nor needed to name all conversations are deleted. */
    private void forgetOld(long since) throws IOException {
        List<Long> numbers = HeadFolder.numbers(disk);
        Set<Long> needed = new TreeSet<>(numbers.subList(Math.max(0, numbers.size() - KEPT), numbers.size()));
        needed.add(number);
        for (long at = since; at > 0; at -= Long.lowestOneBit(at)) {
            needed.add(at);
        }
        for (long old : numbers) {
            if (!needed.contains(old) || (since == 0 && isOldFormatOfAnotherKey(old))) {
                disk.delete(HeadFolder.nameOf(old));
            }
        }
    }

    /** Lists that sign less stay until their key is replaced: as long as they are here, that is still to be done. */
    private boolean isOldFormatOfAnotherKey(long old) throws IOException {
        HeadList list = HeadFolder.read(disk, old);
        return list != null && !list.signsFacts() && !list.key().equals(hex(keys));
    }

    private byte[] sign(HeadList list) {
        try {
            return SignedText.sign(list.unsigned(), keys);
        } catch (GeneralSecurityException unusable) {
            throw new LogFault("The list of heads cannot be signed.", unusable);
        }
    }
}
