package dev.parley.sim.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program between model and voice: says everything in capitals, dies at the word crash, and keeps the word silence. */
public final class FilterChild {
    private static final Pattern EVENT = Pattern.compile("\"id\":(\\d+).*\"text\":\"([^\"]*)\"");

    private FilterChild() {}

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher event = EVENT.matcher(line);
            if (line.contains("\"op\":\"hello\"")) {
                out.print("{\"op\":\"ready\"}\n");
            } else if (event.find()) {
                answer(event.group(1), event.group(2), out);
            }
            out.flush();
        }
    }

    private static void answer(String id, String text, PrintStream out) {
        if (text.contains("crash")) {
            Runtime.getRuntime().halt(3);
        } else if (!text.contains("silence")) {
            String said = text.toUpperCase(Locale.ROOT);
            out.print("{\"op\":\"emit\",\"id\":" + id + ",\"type\":\"text.delta\",\"text\":\"" + said + "\"}\n");
            out.print("{\"op\":\"done\",\"id\":" + id + "}\n");
        }
    }
}
