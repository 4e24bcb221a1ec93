package dev.parley.pipeline.external;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The far side, as a program of its own: answers in capitals, or misbehaves as it is told. */
public final class Child {
    private static final Pattern EVENT = Pattern.compile("\"id\":(\\d+).*\"text\":\"([^\"]*)\"");

    private Child() {}

    public static void main(String[] args) throws IOException {
        serve(args[0], System.in, System.out);
    }

    /** The same program behind a port. */
    static ServerSocket listen(String mode) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            try (Socket socket = server.accept()) {
                serve(mode, socket.getInputStream(), socket.getOutputStream());
            } catch (IOException gone) {
                Thread.currentThread().interrupt();
            }
        });
        return server;
    }

    private static void serve(String mode, InputStream in, OutputStream stream) throws IOException {
        PrintStream out = new PrintStream(stream, true, StandardCharsets.UTF_8);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains("\"op\":\"hello\"") && !mode.equals("never-ready")) {
                out.print("{\"op\":\"ready\"}\n");
                out.flush();
            } else if (line.contains("\"op\":\"event\"")) {
                answer(mode, line, out);
            }
        }
    }

    private static void answer(String mode, String line, PrintStream out) {
        Matcher event = EVENT.matcher(line);
        if (!event.find()) {
            return;
        }
        String id = event.group(1);
        switch (mode) {
            case "crash" -> Runtime.getRuntime().halt(3);
            case "garbage" -> out.print("what?\n");
            case "endless" -> out.print("x".repeat(100_000));
            case "undeclared" -> out.print("{\"op\":\"emit\",\"id\":" + id + ",\"type\":\"audio.pcm\"}\n");
            case "environment" ->
                emit(
                        out,
                        id,
                        String.valueOf(System.getenv("PARLEY_SECRET"))
                                + System.getenv().containsKey("HOME"));
            case "flood" -> {
                for (int i = 0; i < 1_000; i++) {
                    out.print("{\"op\":\"emit\",\"id\":" + id + ",\"type\":\"text.final\",\"text\":\""
                            + "x".repeat(60_000) + "\"}\n");
                }
            }
            case "number" -> out.print("{\"op\":\"emit\",\"id\":1e99999999999}\n");
            case "complains" ->
                out.print("{\"op\":\"error\",\"reason\":\"a\\u001b[2J\\u009b" + "y".repeat(50_000) + "\"}\n");
            case "silent" -> {}
            default -> emit(out, id, event.group(2).toUpperCase(Locale.ROOT));
        }
        out.flush();
    }

    private static void emit(PrintStream out, String id, String text) {
        out.print("{\"op\":\"measure\",\"name\":\"words\",\"value\":1}\n");
        out.print("{\"op\":\"emit\",\"id\":" + id + ",\"type\":\"text.final\",\"text\":\"" + text + "\"}\n");
        out.print("{\"op\":\"done\",\"id\":" + id + "}\n");
    }
}
