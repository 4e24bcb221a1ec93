package dev.parley.agent.sandbox;

import dev.parley.agent.tool.SandboxViolation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A path inside the workspace, as plain names from its root. What could be read in two ways by anything on the way to the
 * disk (another separator, another case or spelling of a protected name, an invisible character) is refused rather than
 * interpreted.
 */
public record WorkspacePath(List<String> names) {
    private static final int PATH_CHARS_MAX = 4_096;
    private static final int NAME_BYTES_MAX = 255;
    private static final int DEPTH_MAX = 64;
    /** Names that no path may hold: what they hold is not for tools. */
    static final Set<String> PROTECTED = Set.of(".parley", ".git", ".ssh", ".gnupg");

    private static final Pattern DEVICE = Pattern.compile("(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?");

    public WorkspacePath {
        names = List.copyOf(names);
    }

    /** Reads a path as a model wrote it: relative to the root, or absolute and below it. */
    public static WorkspacePath parse(Path root, String written) throws SandboxViolation {
        if (written.length() > PATH_CHARS_MAX) {
            throw new SandboxViolation("the path is too long");
        }
        String relative = written;
        if (written.startsWith("/")) {
            String prefix = root + "/";
            if (!written.startsWith(prefix) && !written.equals(root.toString())) {
                throw new SandboxViolation("the path is outside the workspace");
            }
            relative = written.equals(root.toString()) ? "" : written.substring(prefix.length());
        }
        List<String> names = new ArrayList<>();
        for (String name : relative.split("/", -1)) {
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(checked(name));
            }
        }
        if (names.size() > DEPTH_MAX) {
            throw new SandboxViolation("the path is nested too deep");
        }
        return new WorkspacePath(names);
    }

    public boolean isRoot() {
        return names.isEmpty();
    }

    public String last() {
        return names.getLast();
    }

    public List<String> parents() {
        return names.subList(0, names.size() - 1);
    }

    private static String checked(String name) throws SandboxViolation {
        if (name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX) {
            throw new SandboxViolation("a name in the path is too long");
        }
        for (int c : name.codePoints().toArray()) {
            refuseCharacter(c);
        }
        String folded = Normalizer.normalize(name, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        if (!Normalizer.isNormalized(name, Normalizer.Form.NFC)) {
            throw new SandboxViolation("a name in the path is not in its composed Unicode form");
        }
        if (folded.contains("/") || folded.contains("\\") || folded.contains("..") || folded.equals(".")) {
            throw new SandboxViolation("a name in the path leads out of its directory");
        }
        if (name.startsWith("~") || folded.startsWith("~")) {
            throw new SandboxViolation("home directories are outside the workspace");
        }
        if (name.endsWith(".") || name.endsWith(" ") || name.startsWith(" ")) {
            throw new SandboxViolation("a name in the path begins or ends with what some systems drop");
        }
        if (PROTECTED.contains(folded)) {
            throw new SandboxViolation("the path is protected");
        }
        if (DEVICE.matcher(folded).matches()) {
            throw new SandboxViolation("the path names a device");
        }
        return name;
    }

    private static void refuseCharacter(int c) throws SandboxViolation {
        switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED ->
                throw new SandboxViolation("the path holds a character that cannot be seen");
            default -> {
                if (c == '\\'
                        || c == ':'
                        || c == '%'
                        || c == '*'
                        || c == '?'
                        || c == 0x2215
                        || c == 0x2044
                        || c == 0x29F8
                        || c == 0x2216
                        || c == 0xFE68) {
                    throw new SandboxViolation("the path holds a character that reads as something else elsewhere");
                }
            }
        }
    }
}
