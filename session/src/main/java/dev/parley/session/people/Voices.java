package dev.parley.session.people;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Who is heard now, and since when they are not: silence begins when the last voice of a person has ended. */
final class Voices {
    private final TimeoutWatch timeouts;
    private final Map<String, String> speakers = new LinkedHashMap<>();

    Voices(TimeoutWatch timeouts) {
        this.timeouts = timeouts;
    }

    void began(String voice, String person) {
        speakers.put(voice, person);
        timeouts.heard(person);
    }

    void ended(String voice) {
        String person = speakers.remove(voice);
        if (person != null && !speakers.containsValue(person)) {
            timeouts.silent(person);
        }
    }

    /** The line is gone, and with it every voice; nobody will say of one that it has ended. */
    void severed() {
        Set<String> heard = new LinkedHashSet<>(speakers.values());
        speakers.clear();
        heard.forEach(timeouts::silent);
    }
}
