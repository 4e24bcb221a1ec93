package dev.parley.runelog.checkpoint;

import dev.parley.kernel.rune.Hash;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One folder as it is stored: a line per entry, sorted by name. Its hash stands for everything below it. */
record Tree(List<Entry> entries) {
    sealed interface Entry {
        String name();
    }

    record FileEntry(String name, int mode, Hash content) implements Entry {}

    record FolderEntry(String name, int mode, Hash tree) implements Entry {}

    record LinkEntry(String name, String target) implements Entry {}

    Tree {
        entries = List.copyOf(entries);
    }

    byte[] encoded() {
        StringBuilder text = new StringBuilder();
        for (Entry entry : entries) {
            text.append(
                    switch (entry) {
                        case FileEntry file ->
                            "file " + octal(file.mode()) + " " + file.content().hex();
                        case FolderEntry folder ->
                            "folder " + octal(folder.mode()) + " "
                                    + folder.tree().hex();
                        case LinkEntry link -> "link 0 " + percent(link.target());
                    });
            text.append(' ').append(percent(entry.name())).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Reads a tree and refuses names that are no plain names, so that nothing is restored outside its folder. */
    static Tree parse(byte[] bytes) {
        List<Entry> entries = new ArrayList<>();
        for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
            String[] parts = line.split(" ", 4);
            if (parts.length != 4) {
                throw new EscapeException("A stored folder has a malformed entry: " + line);
            }
            String name = URLDecoder.decode(parts[3], StandardCharsets.UTF_8);
            refuseEscape(name);
            int mode = Integer.parseInt(parts[1], 8);
            entries.add(
                    switch (parts[0]) {
                        case "file" -> new FileEntry(name, mode, Hash.ofHex(parts[2]));
                        case "folder" -> new FolderEntry(name, mode, Hash.ofHex(parts[2]));
                        case "link" -> new LinkEntry(name, URLDecoder.decode(parts[2], StandardCharsets.UTF_8));
                        default -> throw new EscapeException("A stored folder has an unknown entry: " + line);
                    });
        }
        return new Tree(entries);
    }

    private static void refuseEscape(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.contains("/") || name.indexOf('\0') >= 0) {
            throw new EscapeException("The name '" + name + "' would lead out of its folder.");
        }
    }

    private static String octal(int mode) {
        return Integer.toOctalString(mode);
    }

    private static String percent(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
