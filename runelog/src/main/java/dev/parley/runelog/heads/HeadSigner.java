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
import java.util.Locale;

/** Signs lists of heads with the log's key, which is made once, and keeps the newest ones beside the journal. */
public final class HeadSigner {
    public static final String FOLDER = "heads";

    private static final String KEY = "keys/heads.key";
    private static final int KEPT = 16;

    private final Disk disk;
    private final KeyPair keys;
    private long number;

    private HeadSigner(Disk disk, KeyPair keys, long number) {
        this.disk = disk;
        this.keys = keys;
        this.number = number;
    }

    /** Takes the log's key, making it where there is none. */
    public static HeadSigner open(Disk disk) throws IOException {
        List<String> names = names(disk);
        long number = names.isEmpty() ? 0 : numberOf(names.getLast());
        try {
            return new HeadSigner(disk, disk.exists(KEY) ? load(disk) : generate(disk), number);
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

    public void write(long wallMillis, long file, long end, List<HeadList.Entry> heads) throws IOException {
        String key = HexFormat.of().formatHex(keys.getPublic().getEncoded());
        String unsigned = new HeadList(wallMillis, file, end, key, heads).unsigned();
        number++;
        disk.replace(
                nameOf(number), (unsigned + "signature " + sign(unsigned) + "\n").getBytes(StandardCharsets.UTF_8));
        List<String> names = names(disk);
        for (String old : names.subList(0, Math.max(0, names.size() - KEPT))) {
            disk.delete(FOLDER + "/" + old);
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

    /** The names of the lists that are kept, oldest first. */
    public static List<String> names(Disk disk) throws IOException {
        return disk.list(FOLDER).stream()
                .filter(name -> name.endsWith(".heads"))
                .toList();
    }

    static String nameOf(long number) {
        return FOLDER + "/" + String.format(Locale.ROOT, "%016d", number) + ".heads";
    }

    private static long numberOf(String name) {
        return Long.parseLong(name.substring(0, name.indexOf('.')));
    }
}
