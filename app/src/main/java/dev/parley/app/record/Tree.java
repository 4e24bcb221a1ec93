package dev.parley.app.record;

import java.util.ArrayList;
import java.util.List;

/** A text with others under it, printed for people with the usual branches. */
public record Tree(String text, List<Tree> under) {
    public Tree {
        under = List.copyOf(under);
    }

    public static Tree leaf(String text) {
        return new Tree(text, List.of());
    }

    /** One line per node, the branches drawn to the left of it. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(text);
        addUnder(lines, "");
        return lines;
    }

    /** One line per node, further in the deeper it is: without branches, for whoever has them read aloud. */
    public List<String> plainLines() {
        List<String> lines = new ArrayList<>();
        lines.add(text);
        under.forEach(each -> each.plainLines().forEach(line -> lines.add("  " + line)));
        return lines;
    }

    private void addUnder(List<String> lines, String margin) {
        for (int i = 0; i < under.size(); i++) {
            Tree each = under.get(i);
            boolean last = i == under.size() - 1;
            lines.add(margin + (last ? "└─ " : "├─ ") + each.text);
            each.addUnder(lines, margin + (last ? "   " : "│  "));
        }
    }
}
