package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.drive.Machines;
import dev.parley.app.drive.ScxmlDrawing;
import dev.parley.kernel.Machine;
import dev.parley.kernel.MachineWalk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The committed pages are what the machines draw; a stale one is written anew and fails the build. */
class MachineDiagramsTest {
    private static final Path PAGES = Path.of(System.getProperty("parley.root", ".."), "docs", "machines");

    static Stream<Machine<?, ?>> machines() {
        return new Machines().all().stream();
    }

    @ParameterizedTest
    @MethodSource("machines")
    void drawsWhatIsCommitted(Machine<?, ?> machine) throws IOException {
        Path page = PAGES.resolve(machine.name() + ".md");
        String drawn = MachinePage.of(machine);
        String committed = Files.exists(page) ? Files.readString(page) : "";
        if (!drawn.equals(committed)) {
            Files.createDirectories(PAGES);
            Files.writeString(page, drawn);
        }
        assertEquals(drawn, committed, page + " was stale and has been drawn anew: look at it and commit it");
    }

    @ParameterizedTest
    @MethodSource("machines")
    void drawsStateChartXmlInWhichEveryEventIsOneToken(Machine<?, ?> machine) throws Exception {
        MachineWalk walk = MachineWalk.of(machine);
        byte[] drawn = ScxmlDrawing.of(walk).text().getBytes(StandardCharsets.UTF_8);
        Element root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(drawn))
                .getDocumentElement();
        assertEquals("parley", root.getAttribute("datamodel"));
        NodeList transitions = root.getElementsByTagName("transition");
        assertEquals(walk.edges().size(), transitions.getLength());
        Set<String> told = new HashSet<>();
        for (int i = 0; i < transitions.getLength(); i++) {
            Element transition = (Element) transitions.item(i);
            String event = transition.getAttribute("event");
            assertTrue(event.matches("[^\\s,()\\[\\]]+"), event);
            String from = ((Element) transition.getParentNode()).getAttribute("id");
            told.add(from + " " + event + " " + transition.getAttribute("cond") + " "
                    + transition.getAttribute("target"));
        }
        assertEquals(walk.edges().size(), told.size(), "no two labels may become one event under one condition");
    }
}
