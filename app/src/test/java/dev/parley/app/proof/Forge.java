package dev.parley.app.proof;

import dev.parley.kernel.rune.ByteSink;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneCodec;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.disk.MemoryDisk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A data folder in the hands of an attacker who knows the format byte by byte (docs/runelog.md). It reads every file and
 * writes it anew with right checksums, marks, chains and signatures, as far as the attacker has the key.
 */
final class Forge {
    private static final HexFormat HEX = HexFormat.of();
    private static final int FRAMES_AT = 128;
    private static final int HEADER = 52;

    /** Everything but the journal files, by path. */
    final TreeMap<String, byte[]> files = new TreeMap<>();

    /** By number. */
    final TreeMap<Long, JournalPart> journals = new TreeMap<>();

    private final Map<String, Begin> begins = new TreeMap<>();

    /** A journal file: what its header says, and its frames. */
    static final class JournalPart {
        final int generation;
        final long salt;
        final List<Frame> frames = new ArrayList<>();

        JournalPart(int generation, long salt) {
            this.generation = generation;
            this.salt = salt;
        }
    }

    /** One frame; its checksums are made when the file is written. */
    static final class Frame {
        byte[] canonical;
        byte[] previous;

        Frame(byte[] canonical, byte[] previous) {
            this.canonical = canonical;
            this.previous = previous;
        }

        String conversation() {
            return RuneCodec.conversation(canonical, 0);
        }

        long eventId() {
            return RuneCodec.eventId(canonical, 0);
        }

        Rune rune() {
            return Rune.decode(canonical, 0, canonical.length, Hash.of(previous));
        }

        byte[] hash() {
            return sha256(previous, canonical);
        }

        int identity() {
            int length = RuneCodec.identityPrefix(conversation()).length;
            for (long rest = eventId(); rest != 0; rest >>>= 7) {
                length++;
            }
            return length;
        }
    }

    /** Reads a folder. */
    static Forge of(Path folder) throws IOException {
        TreeMap<String, byte[]> all = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString().replace('\\', '/');
                if (!name.equals("lock")) {
                    all.put(name, Files.readAllBytes(file));
                }
            }
        }
        return of(all);
    }

    private static Forge of(Map<String, byte[]> all) {
        Forge forge = new Forge();
        all.forEach((name, bytes) -> {
            if (name.endsWith(".journal")) {
                String number = name.substring(name.indexOf('/') + 1, name.indexOf('.'));
                forge.journals.put(Long.parseLong(number), part(bytes));
            } else if (!name.endsWith(".index")) {
                forge.files.put(name, bytes);
            }
        });
        for (String name : forge.conversations()) {
            Frame first = forge.frames(name).getFirst();
            forge.begins.put(name, new Begin(first.eventId(), first.previous));
        }
        return forge;
    }

    private static JournalPart part(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        JournalPart part = new JournalPart(in.getInt(12), in.getLong(24));
        int at = FRAMES_AT;
        while (at + HEADER <= bytes.length && in.getInt(at) == 0x52554E45) {
            int length = in.getInt(at + 12);
            byte[] previous = new byte[32];
            byte[] canonical = new byte[length];
            in.get(at + 20, previous);
            in.get(at + HEADER, canonical);
            part.frames.add(new Frame(canonical, previous));
            at += HEADER + length;
        }
        return part;
    }

    Forge copy() {
        Forge copy = new Forge();
        copy.files.putAll(files);
        copy.begins.putAll(begins);
        journals.forEach((number, part) -> {
            JournalPart twin = new JournalPart(part.generation, part.salt);
            part.frames.forEach(frame -> twin.frames.add(new Frame(frame.canonical, frame.previous)));
            copy.journals.put(number, twin);
        });
        return copy;
    }

    /** The folder as it would lie on disk. */
    MemoryDisk disk() {
        MemoryDisk disk = new MemoryDisk();
        try {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                disk.replace(file.getKey(), file.getValue());
            }
            for (Map.Entry<Long, JournalPart> part : journals.entrySet()) {
                disk.replace(
                        "journal/" + String.format(Locale.ROOT, "%016d", part.getKey()) + ".journal",
                        written(part.getKey(), part.getValue()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return disk;
    }

    /** A journal file with right checksums, one group per frame, and an end mark. */
    static byte[] written(long number, JournalPart part) {
        ByteBuffer header = ByteBuffer.allocate(64);
        header.put("PARLEYJL".getBytes(StandardCharsets.US_ASCII))
                .putInt(2)
                .putInt(part.generation)
                .putLong(number)
                .putLong(part.salt);
        header.putInt(32, crc(header.array(), 0, 32));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header.array());
        out.writeBytes(header.array());
        int group = 0;
        for (Frame frame : part.frames) {
            group++;
            out.writeBytes(sealed(frame, group, part.salt, out.size()));
        }
        ByteBuffer mark =
                ByteBuffer.allocate(20).putLong(part.salt).putLong(out.size()).putInt(0x454E4453);
        int checksum = crc(mark.array(), 0, 20);
        out.writeBytes(
                ByteBuffer.allocate(8).putInt(0x454E4453).putInt(checksum).array());
        return out.toByteArray();
    }

    private static byte[] sealed(Frame frame, int group, long salt, long offset) {
        int identity = frame.identity();
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + frame.canonical.length);
        bytes.putInt(0, 0x52554E45)
                .putInt(8, crc(frame.canonical, identity, frame.canonical.length - identity))
                .putInt(12, frame.canonical.length)
                .putShort(16, (short) identity)
                .put(18, (byte) 2)
                .put(19, (byte) group)
                .put(20, frame.previous)
                .put(HEADER, frame.canonical);
        ByteBuffer bound =
                ByteBuffer.allocate(16 + HEADER - 8 + identity).putLong(salt).putLong(offset);
        bound.put(bytes.array(), 8, HEADER - 8 + identity);
        bytes.putInt(4, crc(bound.array(), 0, bound.capacity()));
        return bytes.array();
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    static byte[] sha256(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The names of the conversations that have frames. */
    List<String> conversations() {
        TreeSet<String> names = new TreeSet<>();
        journals.values().forEach(part -> part.frames.forEach(frame -> names.add(frame.conversation())));
        return List.copyOf(names);
    }

    /** The frames of a conversation in their order. */
    List<Frame> frames(String conversation) {
        return journals.values().stream()
                .flatMap(part -> part.frames.stream())
                .filter(frame -> frame.conversation().equals(conversation))
                .toList();
    }

    void remove(Frame frame) {
        journals.values().forEach(part -> part.frames.removeIf(each -> each.equals(frame)));
    }

    /** Puts a frame right behind another one, in the same file. */
    void insertAfter(Frame place, Frame frame) {
        for (JournalPart part : journals.values()) {
            int at = part.frames.indexOf(place);
            if (at >= 0) {
                part.frames.add(at + 1, frame);
                return;
            }
        }
        append(frame);
    }

    void append(Frame frame) {
        journals.lastEntry().getValue().frames.add(frame);
    }

    static Frame frame(RuneDraft draft, long eventId) {
        ByteSink out = new ByteSink();
        int _ = RuneCodec.write(draft, eventId, out);
        return new Frame(java.util.Arrays.copyOf(out.bytes(), out.length()), new byte[32]);
    }

    /** Numbers a conversation without gaps from this event on and chains it anew behind this hash. */
    void chain(String conversation, long first, byte[] before) {
        byte[] previous = before;
        long next = first;
        for (Frame frame : frames(conversation)) {
            if (frame.eventId() != next) {
                frame.canonical = frame(frame.rune().draft(), next).canonical;
            }
            frame.previous = previous;
            previous = frame.hash();
            next++;
        }
    }

    /** The same from its first frame on, which stays behind what it stood behind. */
    void chain(String conversation) {
        List<Frame> all = frames(conversation);
        if (!all.isEmpty()) {
            Begin begin = begins.getOrDefault(conversation, new Begin(1, new byte[32]));
            chain(conversation, begin.eventId, begin.previous);
        }
    }

    /** Where the frames of a conversation begin whose earlier ones were reclaimed. */
    private static final class Begin {
        final long eventId;
        final byte[] previous;

        Begin(long eventId, byte[] previous) {
            this.eventId = eventId;
            this.previous = previous;
        }
    }

    static String encoded(String name) {
        return java.net.URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    /** The lines of a table beside the journal. */
    List<String> table(String name) {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            return List.of();
        }
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        List<String> own = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            if (line.startsWith("checksum ")) {
                break;
            }
            own.add(line);
        }
        return own;
    }

    void table(String name, List<String> lines) {
        StringBuilder text = new StringBuilder("parley-" + name + " 2\n");
        lines.forEach(line -> text.append(line).append('\n'));
        byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
        text.append("checksum ")
                .append(String.format(Locale.ROOT, "%08x", crc(content, 0, content.length)))
                .append('\n');
        files.put(name, text.toString().repeat(2).getBytes(StandardCharsets.UTF_8));
    }

    /** A snapshot with the right content hash. */
    void snapshot(String conversation, long eventId, byte[] chain, byte[] state) {
        byte[] name = conversation.getBytes(StandardCharsets.UTF_8);
        ByteBuffer content = ByteBuffer.allocate(8 + 32 + 4 + name.length + 4 + state.length)
                .putLong(eventId)
                .put(chain)
                .putInt(name.length)
                .put(name)
                .putInt(state.length)
                .put(state);
        ByteBuffer whole = ByteBuffer.allocate(8 + 4 + 32 + content.capacity())
                .put("PARLEYSN".getBytes(StandardCharsets.US_ASCII))
                .putInt(1)
                .put(sha256(content.array()))
                .put(content.array());
        files.put(snapshotName(conversation, eventId), whole.array());
    }

    static String snapshotName(String conversation, long eventId) {
        return snapshotFolder(conversation) + String.format(Locale.ROOT, "%016d", eventId) + ".snapshot";
    }

    static String snapshotFolder(String conversation) {
        return "snapshots/" + HEX.formatHex(sha256(conversation.getBytes(StandardCharsets.UTF_8))) + "/";
    }

    /** The content of a file that is there. */
    byte[] file(String name) {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            throw new NoSuchElementException(name);
        }
        return bytes;
    }

    List<String> lists() {
        return files.keySet().stream().filter(name -> name.startsWith("heads/")).toList();
    }

    static KeyPair ownKey() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The key of the folder, for an attacker who has it. */
    KeyPair stolenKey() {
        List<String> lines = new String(file("keys/heads.key"), StandardCharsets.US_ASCII)
                .lines()
                .toList();
        try {
            KeyFactory factory = KeyFactory.getInstance("Ed25519");
            return new KeyPair(
                    factory.generatePublic(
                            new X509EncodedKeySpec(HEX.parseHex(lines.get(0).substring("public ".length())))),
                    factory.generatePrivate(
                            new PKCS8EncodedKeySpec(HEX.parseHex(lines.get(1).substring("private ".length())))));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String hex(KeyPair key) {
        return HEX.formatHex(key.getPublic().getEncoded());
    }

    /** Makes this key the one of the folder, pinned and all. */
    void install(KeyPair key) {
        files.put(
                "keys/heads.key",
                ("public " + hex(key) + "\nprivate "
                                + HEX.formatHex(key.getPrivate().getEncoded()) + "\n")
                        .getBytes(StandardCharsets.US_ASCII));
        table("pinned", List.of("key " + hex(key)));
        files.remove("rotations");
    }

    /** A closing list that names everything as it stands now. */
    byte[] list(KeyPair key, long number) {
        Map.Entry<Long, JournalPart> last = journals.lastEntry();
        long end = written(last.getKey(), last.getValue()).length - 8L;
        StringBuilder text = new StringBuilder("parley-heads 3\nwall 1900000000000\n");
        text.append("journal ").append(last.getKey()).append(' ').append(end).append('\n');
        text.append("list ").append(number).append(" 0\nkey ").append(hex(key)).append("\nclosed\n");
        journals.forEach((file, part) -> text.append("order ")
                .append(file)
                .append(' ')
                .append(written(file, part).length - 8)
                .append(' ')
                .append(HEX.formatHex(order(part)))
                .append('\n'));
        for (String name : conversations()) {
            Frame head = frames(name).getLast();
            text.append("head " + head.eventId() + " " + HEX.formatHex(head.hash()) + " " + encoded(name) + "\n");
            facts(name, text);
        }
        return signed(text.toString(), key);
    }

    private void facts(String name, StringBuilder text) {
        for (String line : table("compacted")) {
            String[] parts = line.split(" ", 3);
            byte[] snapshot = files.get(snapshotName(name, Long.parseLong(parts[0])));
            if (parts[2].equals(encoded(name)) && snapshot != null) {
                byte[] digest = java.util.Arrays.copyOfRange(snapshot, 12, 44);
                text.append("base " + parts[0] + " " + parts[1] + " " + HEX.formatHex(digest) + " " + parts[2]
                        + " log+compact\n");
            }
        }
        for (String line : table("readmitted")) {
            String[] parts = line.split(" ", 4);
            if (parts[3].equals(encoded(name))) {
                text.append("gap " + line + " forged\n");
            }
        }
    }

    private static byte[] order(JournalPart part) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Frame frame : part.frames) {
            out.writeBytes(frame.previous);
            out.write(frame.canonical, 0, frame.identity());
        }
        return sha256(out.toByteArray());
    }

    /** The lists of heads as version 2 of their format has them: with heads alone, signed by the key of the folder. */
    Map<String, byte[]> oldLists() {
        Map<String, byte[]> old = new TreeMap<>();
        for (String name : lists()) {
            String text = new String(file(name), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.matches("(?:wall|journal|list|key|head) .*"))
                    .collect(Collectors.joining("\n", "parley-heads 2\n", "\n"));
            old.put(name, signed(text, stolenKey()));
        }
        return old;
    }

    static byte[] signed(String text, KeyPair key) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(key.getPrivate());
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return (text + "signature " + HEX.formatHex(signature.sign()) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    long newestList() {
        return lists().isEmpty()
                ? 0
                : Long.parseLong(lists().getLast().substring("heads/".length(), "heads/".length() + 16));
    }

    /** Signs everything as it stands in a list behind the newest one. */
    void sign(KeyPair key) {
        long number = newestList() + 1;
        files.put("heads/" + String.format(Locale.ROOT, "%016d", number) + ".heads", list(key, number));
    }
}
