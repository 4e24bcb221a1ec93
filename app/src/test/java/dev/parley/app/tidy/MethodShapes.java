package dev.parley.app.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The methods of a formatted source file, found by their indentation: the formatter puts a member of a type at a
 * multiple of four blanks and closes it at the same column.
 */
final class MethodShapes {
    private static final int INDENT = 4;
    private static final Pattern TYPE =
            Pattern.compile("\\b(class|interface|enum|record)\\s+\\w+|^\\s*(module|@interface)\\b");

    private MethodShapes() {}

    record Shape(int line, int lines, int nesting) {}

    static List<Shape> of(List<String> lines) {
        List<Shape> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.endsWith("{")
                    && isMember(line)
                    && !TYPE.matcher(header(lines, i)).find()) {
                int end = closing(lines, i);
                found.add(new Shape(i + 1, end - i - 1, nesting(lines, i, end)));
                i = end;
            }
        }
        return found;
    }

    private static boolean isMember(String line) {
        int indent = indent(line);
        return indent >= INDENT && indent % INDENT == 0;
    }

    /** The line and those above it that belong to the same declaration. */
    private static String header(List<String> lines, int at) {
        StringBuilder header = new StringBuilder(lines.get(at));
        for (int i = at - 1; i >= 0 && indent(lines.get(i)) > 0; i--) {
            String line = lines.get(i);
            if (line.isBlank() || line.endsWith("}") || line.endsWith(";") || line.endsWith("{")) {
                break;
            }
            header.insert(0, line + " ");
        }
        return header.toString();
    }

    private static int closing(List<String> lines, int at) {
        int indent = indent(lines.get(at));
        for (int i = at + 1; i < lines.size(); i++) {
            if (indent(lines.get(i)) <= indent
                    && lines.get(i).strip().startsWith("}")
                    && !lines.get(i).endsWith("{")) {
                return i;
            }
        }
        return lines.size() - 1;
    }

    private static int nesting(List<String> lines, int from, int to) {
        int depth = 0;
        int deepest = 0;
        for (int i = from + 1; i < to; i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("}")) {
                depth--;
            }
            if (line.endsWith("{")) {
                depth++;
                deepest = Math.max(deepest, depth);
            }
        }
        return deepest;
    }

    private static int indent(String line) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == ' ') {
            indent++;
        }
        return indent;
    }
}
