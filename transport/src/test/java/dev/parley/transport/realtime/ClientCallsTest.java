package dev.parley.transport.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.session.tool.ClientShelf;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The tools that a client declares are read when they change, and are not too many. */
class ClientCallsTest {
    private static Json tools(int count, int fields) throws JsonDecoder.NotJson {
        String properties = IntStream.range(0, fields)
                .mapToObj(field -> "\"p" + field + "\":{\"type\":\"string\",\"pattern\":\"^(a|b){1,20}$\"}")
                .collect(Collectors.joining(","));
        return JsonDecoder.decode(IntStream.range(0, count)
                .mapToObj(tool -> "{\"type\":\"function\",\"name\":\"t" + tool
                        + "\",\"parameters\":{\"type\":\"object\",\"properties\":{" + properties + "}}}")
                .collect(Collectors.joining(",", "[", "]")));
    }

    private static long cpuNanos(Runnable work) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        work.run();
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
    }

    @Test
    void toolsThatAreDeclaredAgainAreNotReadAgain() throws Exception {
        ClientCalls calls = new ClientCalls(new Object(), new Relay(new Object(), () -> {}), new Responses(() -> {
            throw new IllegalStateException("nothing is said here");
        }));
        calls.attach(new ClientShelf(Ruling.ALLOW, ToolTerms.DEFAULT, calls, _ -> true, Runnable::run));
        List<Model.ToolOffer> first = DeclaredTools.of(tools(128, 20)).offers();
        List<Model.ToolOffer> again = DeclaredTools.of(tools(128, 20)).offers();
        long once = cpuNanos(() -> calls.declare(first));
        long more = cpuNanos(() -> IntStream.range(0, 10).forEach(_ -> calls.declare(again)));
        assertTrue(more < once, "ten times " + more + " after once " + once);
    }

    @Test
    void allToolsTogetherAreNotTooLong() throws Exception {
        assertEquals(128, DeclaredTools.of(tools(128, 20)).offers().size());
        BadEvent refused = assertThrows(BadEvent.class, () -> DeclaredTools.of(tools(128, 100)));
        assertEquals("invalid_value", refused.json(null).text("code"));
    }
}
