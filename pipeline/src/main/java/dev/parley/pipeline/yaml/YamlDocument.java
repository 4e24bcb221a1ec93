package dev.parley.pipeline.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads one YAML document. */
public final class YamlDocument {
    private static final int CODE_POINTS_MAX = 1 << 20;

    private static final int DEPTH_MAX = 32;

    private YamlDocument() {}

    /** The root of the only document in this text; a {@link BadYaml} when it is not YAML, empty, or more than one. */
    public static YamlValue read(String file, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setAllowDuplicateKeys(false)
                .setCodePointLimit(CODE_POINTS_MAX)
                .build();
        try {
            refuseDepth(file, settings, text);
            Optional<Node> root = new Compose(settings).composeString(text);
            return new YamlValue(file, "$", root.orElseThrow(() -> new BadYaml(file, 1, "$", "the document is empty")));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new BadYaml(file, line, "$", "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new BadYaml(file, 1, "$", "not YAML: " + oneLine(e));
        }
    }

    /** The composer works by recursion, so the depth is counted on the flat events before it runs. */
    private static void refuseDepth(String file, LoadSettings settings, String text) {
        int depth = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            if (event instanceof CollectionStartEvent && ++depth > DEPTH_MAX) {
                int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
                throw new BadYaml(file, line, "$", "nested deeper than " + DEPTH_MAX + " levels");
            }
            if (event instanceof CollectionEndEvent) {
                depth--;
            }
        }
    }

    private static String oneLine(YamlEngineException e) {
        String message = e.getMessage();
        return message == null ? "unreadable" : message.lines().findFirst().orElse("unreadable");
    }
}
