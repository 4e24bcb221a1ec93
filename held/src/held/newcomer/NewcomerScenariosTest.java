package held.newcomer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.Agent;
import dev.parley.agent.tool.Tool;
import dev.parley.kernel.port.Model;
import held.Commands;
import held.Commands.Ran;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows 9 and 19: a scenario tests the agent that one has, and a slip in it is told. */
class NewcomerScenariosTest {
    private static final String REFUND = """
            name: my refund
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
            user:
              - {at_ms: 0, types: "refund", by: ana}
              - {at_ms: 900, approves: c1, by: ana}
            agent:
              - {when: refund, calls: [{id: c1, tool: refund}]}
              - {when_result: c1, says: "Refunded.", audio_ms: 500}
            tools:
              refund: {takes_ms: 10, safety: WRITE, approval: required}
            """;

    @TempDir
    private Path folder = Path.of("");

    /** Runs the scenario with one word written otherwise; as it stands it is sound. */
    private String told(String from, String to) {
        Newcomer.accepted(Commands.scenario(folder, "sound.yaml", REFUND));
        Ran ran = Commands.scenario(folder, "refund.yaml", REFUND.replace(from, to));
        return ran.err().strip();
    }

    @Test
    void aToolThatIsNotListedIsToldWithThoseThatAre() {
        String told = told("tool: refund", "tool: refnd");
        assertTrue(told.contains("refnd") && told.contains("known are [refund]"), told);
    }

    @Test
    void aPersonWhoIsNotListedIsToldWithThoseWhoAre() {
        String told = told("approves: c1, by: ana", "approves: c1, by: anna");
        assertTrue(told.contains("anna") && told.contains("known are [ana]"), told);
    }

    @Test
    void aCallThatNobodyMakesIsToldWithThoseThatAreMade() {
        String told = told("approves: c1", "approves: c7");
        assertTrue(told.contains("c7") && told.contains("known are [c1]"), told);
    }

    @Test
    void anActionThatDoesNotExistIsToldWithThoseThatDo() {
        String told = told("types:", "shouts:");
        assertTrue(told.contains("known are types, "), told);
    }

    @Test
    void aFileThatDoesNotExistHasNoLineNumber() {
        Ran ran = Commands.run("", "scenario", "run", "nope.yaml");
        assertEquals("parley: nope.yaml: no such file", ran.err().strip());
    }

    /** Looks at shapes, because there is nothing to call: whatever runs a scenario would have to be given an agent. */
    @Test
    void somethingThatRunsAScenarioTakesAnAgentAModelOrATool() {
        Set<Class<?>> own = Set.of(Agent.class, Model.class, Tool.class);
        List<String> takers = Newcomer.classes("sim").stream()
                .filter(type -> Modifier.isPublic(type.getModifiers()))
                .<Executable>flatMap(
                        type -> Stream.concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getConstructors())))
                .filter(method -> Arrays.stream(method.getParameterTypes()).anyMatch(own::contains))
                .map(Executable::toString)
                .toList();
        assertFalse(takers.isEmpty(), "nothing in the simulation takes an agent, a model or a tool");
    }

    /** Looks at the page, because there is nothing to call. */
    @Test
    void thePageAboutTestingOnesOwnAgentTellsHowToGiveItTheAgent() {
        String page = Newcomer.text("docs/scenarios.md");
        int from = page.indexOf("## Testing your own agent");
        String section = page.substring(from, page.indexOf("\n## ", from));
        assertTrue(
                Pattern.compile("Scenarios\\.run\\([^;]*,").matcher(section).find(),
                "what is run is given the text of a scenario and nothing else: " + section);
    }

    /** Looks for a class, because there is nothing to call. */
    @Test
    void thereIsAnExtensionOfJUnitForScenarios() {
        List<String> extensions = Newcomer.library().stream()
                .filter(org.junit.jupiter.api.extension.Extension.class::isAssignableFrom)
                .map(Class::getName)
                .toList();
        assertFalse(extensions.isEmpty(), "no class of the library extends JUnit");
    }
}
