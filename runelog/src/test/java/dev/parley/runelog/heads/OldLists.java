package dev.parley.runelog.heads;

import dev.parley.runelog.disk.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Lists of heads as they were written before version 3: they sign heads and nothing else. */
public final class OldLists {
    private static final Set<String> NEWER =
            Set.of("closed", "doubt", "order", "base", "gap", "unaccounted", "adopted");

    private OldLists() {}

    /** Makes each list one of this version, signed by the key of the folder. */
    public static void rewrite(Disk disk, int version) throws IOException {
        List<String> key = new String(disk.readAll("keys/heads.key"), StandardCharsets.US_ASCII)
                .lines()
                .toList();
        for (String name : disk.list("heads")) {
            String path = "heads/" + name;
            disk.replace(path, signed(disk.readAll(path), version, key.get(1).substring("private ".length())));
        }
    }

    private static byte[] signed(byte[] list, int version, String key) {
        String lines = new String(HeadList.parse(list).unsigned(), StandardCharsets.UTF_8)
                .lines()
                .skip(1)
                .filter(line -> !NEWER.contains(line.split(" ", 2)[0]))
                .filter(line -> version > 1 || !line.startsWith("list "))
                .collect(Collectors.joining("\n", "parley-heads " + version + "\n", "\n"));
        try {
            PrivateKey own = KeyFactory.getInstance("Ed25519")
                    .generatePrivate(new PKCS8EncodedKeySpec(HexFormat.of().parseHex(key)));
            return SignedText.sign(lines.getBytes(StandardCharsets.UTF_8), own);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
