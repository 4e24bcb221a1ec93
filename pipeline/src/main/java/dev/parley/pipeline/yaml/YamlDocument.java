package dev.parley.pipeline.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
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
            YamlBounds.Excess excess = YamlBounds.in(new Parse(settings).parseString(text), DEPTH_MAX);
            if (excess != null) {
                throw new BadYaml(file, excess.line(), "$", excess.reason());
            }
            Optional<Node> root = new Compose(settings).composeString(text);
            return new YamlValue(file, "$", root.orElseThrow(() -> new BadYaml(file, 1, "$", "the document is empty")));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new BadYaml(file, line, "$", "not YAML: " + withoutNames(e.getProblem()));
        } catch (YamlEngineException e) {
            throw new BadYaml(file, 1, "$", "not YAML: " + oneLine(e));
        }
    }

    /** A password may begin with * or &, and is then taken for the name of an alias or an anchor. */
    private static String withoutNames(String problem) {
        return problem.contains(" alias ") || problem.contains(" anchor ")
                ? "anchors and aliases are not read; write text that begins with * or & in quotes"
                : problem;
    }

    private static String oneLine(YamlEngineException e) {
        String message = e.getMessage();
        return message == null ? "unreadable" : message.lines().findFirst().orElse("unreadable");
    }
}
