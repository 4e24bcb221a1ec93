package dev.parley.app.drive;

import dev.parley.kernel.MachineWalk;
import java.util.Collection;
import java.util.List;

/**
 * A machine as State Chart XML. An event is one token there, so what a label says beyond the name of its event becomes the
 * transition's condition, in words: the data model names this house, which tells a reader not to evaluate them.
 */
public record ScxmlDrawing(String name, String initial, Collection<String> states, Collection<MachineWalk.Edge> edges) {
    /** What ends the name of an event in a label. */
    private static final List<String> ENDS = List.of(", ", " (", " [", " by ");

    public static ScxmlDrawing of(MachineWalk walk) {
        return new ScxmlDrawing(walk.name(), walk.initial(), walk.states(), walk.edges());
    }

    public String text() {
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<scxml");
        attribute(out, "xmlns", "http://www.w3.org/2005/07/scxml");
        attribute(out, "version", "1.0");
        attribute(out, "datamodel", "parley");
        attribute(out, "name", name);
        attribute(out, "initial", initial);
        out.append(">\n");
        for (String state : states) {
            out.append("  <state");
            attribute(out, "id", state);
            out.append(">\n");
            edges.stream().filter(edge -> edge.from().equals(state)).forEach(edge -> transition(out, edge));
            out.append("  </state>\n");
        }
        return out.append("</scxml>\n").toString();
    }

    private static void transition(StringBuilder out, MachineWalk.Edge edge) {
        String label = edge.event();
        int end = label.length();
        for (String mark : ENDS) {
            int at = label.indexOf(mark);
            end = at < 0 ? end : Math.min(end, at);
        }
        out.append("    <transition");
        attribute(out, "event", label.substring(0, end).strip().replace(' ', '_'));
        String rest = label.substring(end).strip();
        if (!rest.isEmpty()) {
            attribute(out, "cond", condition(rest));
        }
        attribute(out, "target", edge.to());
        out.append("/>\n");
    }

    /** The words themselves, without the comma or the brackets that set them off from the event. */
    private static String condition(String rest) {
        boolean bracketed =
                (rest.startsWith("(") && rest.endsWith(")")) || (rest.startsWith("[") && rest.endsWith("]"));
        if (bracketed) {
            return rest.substring(1, rest.length() - 1);
        }
        return rest.startsWith(",") ? rest.substring(1).strip() : rest;
    }

    private static void attribute(StringBuilder out, String key, String value) {
        out.append(' ').append(key).append("=\"").append(escaped(value)).append('"');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
