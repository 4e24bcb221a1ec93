package dev.parley.app.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.event.EventCatalogue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A kind of event is spelled in the catalogue alone: everything else names its record. */
class KindsTest {
    private static final Pattern LITERAL = Pattern.compile("\"([a-z_]+\\.[a-z_.]+)\"");

    /** Speak of kinds of messages of other protocols, or fold by kinds as strings until the slices replace them. */
    private static final List<String> EXCEPT = List.of(
            "/kernel/event/", "/transport/realtime/", "/transport/twilio/", "/transport/relay/", "/replay/effect/");

    @Test
    void noKindIsSpelledOutsideTheCatalogue() {
        List<String> spelled = new ArrayList<>();
        for (Path file : Sources.java("main")) {
            if (file.startsWith(Sources.root().resolve("bench"))
                    || EXCEPT.stream().anyMatch(file.toString()::contains)) {
                continue;
            }
            Matcher found = LITERAL.matcher(String.join("\n", Sources.lines(file)));
            while (found.find()) {
                if (EventCatalogue.find(found.group(1)) != null) {
                    spelled.add(Sources.name(file) + " " + found.group(1));
                }
            }
        }
        assertEquals(List.of(), spelled);
    }
}
