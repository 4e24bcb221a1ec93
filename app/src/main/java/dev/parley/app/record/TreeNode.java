package dev.parley.app.record;

import dev.parley.kernel.json.Json;
import dev.parley.session.speak.Sayable;
import java.util.ArrayList;
import java.util.List;

/** One line of a printed tree, with its fields for programs and what belongs below it. */
final class TreeNode {
    /** How a line stands out on a terminal. */
    enum Tint {
        PLAIN(""),
        STRONG("\u001b[1m"),
        AGENT("\u001b[36m"),
        DENIED("\u001b[31m"),
        FAINT("\u001b[2m");

        private static final String OFF = "\u001b[0m";
        private final String on;

        Tint(String on) {
            this.on = on;
        }

        private String paint(String text) {
            return on.isEmpty() ? text : on + text + OFF;
        }
    }

    private final List<TreeNode> below = new ArrayList<>();
    private String text;
    private final Tint tint;
    private Json.Obj fields;

    TreeNode(String text, Tint tint, Json.Obj fields) {
        this.text = text;
        this.tint = tint;
        this.fields = fields;
    }

    TreeNode add(TreeNode node) {
        below.add(node);
        return node;
    }

    /** What became of it, behind its line. */
    void note(String more, String key, Json value) {
        text += more;
        fields = fields.with(key, value);
    }

    /** The line itself and everything below it. */
    Tree tree(boolean coloured) {
        String shown = Sayable.of(text);
        return new Tree(
                coloured ? tint.paint(shown) : shown,
                below.stream().map(node -> node.tree(coloured)).toList());
    }

    Json.Obj toJson() {
        return below.isEmpty()
                ? fields
                : fields.with(
                        "items", Json.of(below.stream().map(TreeNode::toJson).toList()));
    }
}
