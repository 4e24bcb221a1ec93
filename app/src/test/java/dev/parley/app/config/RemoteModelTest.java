package dev.parley.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.app.Commands;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A configuration file names a language model at a server, and the house governs what it wishes. */
@Timeout(60)
class RemoteModelTest {
    private static final String END =
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n" + "data: [DONE]\n\n";

    private static final String USAGE =
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":90,\"completion_tokens\":20,\"total_tokens\":110}}\n\n";

    @TempDir
    private Path folder = Path.of("");

    private final Deque<String> answers = new ArrayDeque<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /** Each answer costs 110 tokens, as the server itself counts them: the first is within the budget, the second is not. */
    @Test
    void whatTheServerSaysItUsedExhaustsTheBudgetOfTheAgent() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", this::answer);
        server.start();
        Commands commands = new Commands();
        String data = folder.resolve("data").toString();
        try {
            Path config = Files.writeString(
                    folder.resolve("parley.yaml"),
                    "agent: {kind: openai, url: 'http://127.0.0.1:"
                            + server.getAddress().getPort()
                            + "/v1', model: m, key_env: PATH}\n"
                            + "agents: [{id: clerk, budget: {tokens: 150}}]\n");
            answers.add(says("Good morning.") + USAGE);
            answers.add(says("This is too much.") + USAGE);
            String sorry = "I am sorry, nobody is here who can answer you now.";
            assertEquals(
                    List.of("Good morning.", sorry, sorry),
                    commands.run(
                            "first\nsecond\nthird\n",
                            "talk",
                            "--as",
                            "ana",
                            "--config",
                            config.toString(),
                            "--data",
                            data));
        } finally {
            server.stop(0);
        }
        assertEquals(2, requests.size(), "who has nothing left is not asked");
        List<String> record = commands.run("", "log", "cat", "--data", data, "talk-1");
        assertEquals(
                1,
                record.stream()
                        .filter(line -> line.contains("\"control.budget_exhausted\""))
                        .count());
        assertTrue(
                record.stream().anyMatch(line -> line.contains("\"agent.spent\"") && line.contains("\"tokens\":220")),
                record::toString);
        assertEquals(
                0,
                commands.code("", "replay", "--data", data, "talk-1"),
                () -> commands.errors().toString());
    }

    @Test
    void whatTheModelWishesIsGovernedByTheHouse() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", this::answer);
        server.start();
        try {
            Path config = Files.writeString(
                    folder.resolve("parley.yaml"),
                    "agent: {kind: openai, url: 'http://127.0.0.1:"
                            + server.getAddress().getPort()
                            + "/v1', model: m, key_env: PATH, instructions: Be brief.}\n");
            answers.add(calls("open_garage", "{}"));
            answers.add(says("The garage is open."));
            answers.add(calls("set_volume", "{\\\"level\\\":99}"));
            answers.add(says("That is too loud."));
            List<String> said = new Commands()
                    .run(
                            "open up\nyes\nlouder\n",
                            "talk",
                            "--as",
                            "ana",
                            "--config",
                            config.toString(),
                            "--data",
                            folder.resolve("data").toString());
            assertEquals("Shall I open the garage? Please say yes or no.", said.getFirst());
            assertEquals(List.of("The garage is open.", "That is too loud."), said.subList(1, said.size()));
        } finally {
            server.stop(0);
        }
        assertTrue(requests.getFirst().contains("Be brief."), requests.getFirst());
        assertTrue(requests.getFirst().contains("turn_on_light"), "the devices of the house are offered");
        assertTrue(requests.getLast().contains("\"tool\""), "the model is told why it may not");
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        requests.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write((answers.remove() + END).getBytes(StandardCharsets.UTF_8));
        exchange.close();
    }

    private static String says(String words) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + words
                + "\"},\"finish_reason\":null}]}\n\n";
    }

    private static String calls(String tool, String arguments) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"type\":\"function\","
                + "\"function\":{\"name\":\"" + tool + "\",\"arguments\":\"" + arguments
                + "\"}}]},\"finish_reason\":null}]}\n\n";
    }
}
