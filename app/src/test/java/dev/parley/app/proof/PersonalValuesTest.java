package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.event.Personal;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every personal value in a record lies where its kind says that it does: under a {@code pii_} key or in a marked field. */
class PersonalValuesTest {
    private static final int TELLING_LENGTH = 8;

    private static Map<String, List<Json.Obj>> held = Map.of();

    @BeforeAll
    static void holdConversations(@TempDir Path folder) throws IOException {
        held = Exports.held(folder);
    }

    @Test
    void noPersonalValueLiesWhereNothingMarksIt() {
        Set<String> unlisted = new TreeSet<>();
        Set<String> unmarked = new TreeSet<>();
        held.values().forEach(lines -> {
            Set<String> personal = personal(lines);
            for (Json.Obj rune : lines) {
                String kind = Exports.text(rune, "kind");
                if (!Personal.isListed(kind)) {
                    unlisted.add(kind);
                }
                eachText(Exports.payload(rune), (key, text) -> {
                    if (Personal.whose(kind, key) == null && personal.stream().anyMatch(text::contains)) {
                        unmarked.add(kind + " " + key + ": " + text);
                    }
                });
            }
        });
        assertEquals(Set.of(), unlisted);
        assertEquals(Set.of(), unmarked);
    }

    /** What is said about whom is named: a field that is said to name the person does. */
    @Test
    void whoseAValueIsIsNamedBesideIt() {
        Set<String> nameless = new TreeSet<>();
        held.values()
                .forEach(lines -> lines.forEach(rune -> {
                    String kind = Exports.text(rune, "kind");
                    Json.Obj payload = Exports.payload(rune);
                    payload.fields().keySet().forEach(key -> {
                        String whose = Personal.whose(kind, key);
                        if (whose != null
                                && !Set.of(Personal.ASKER, Personal.EVERYBODY).contains(whose)
                                && payload.text(whose) == null) {
                            nameless.add(kind + " " + key + " of " + whose);
                        }
                    });
                }));
        assertEquals(Set.of(), nameless);
    }

    /** The words, birthdates and facts of this conversation: every text that is surely somebody's. */
    private static Set<String> personal(List<Json.Obj> lines) {
        Set<String> texts = new HashSet<>();
        for (Json.Obj rune : lines) {
            Json.Obj payload = Exports.payload(rune);
            payload.fields().forEach((key, value) -> {
                if (key.startsWith(Personal.PREFIX) && value instanceof Json.Str(String text)) {
                    texts.add(text);
                }
            });
            List<Json> facts = new ArrayList<>();
            Json known = payload.get("known");
            if (known != null) {
                facts.add(known);
            }
            texts.add(Exports.text(Exports.parameters(rune), "birthdate"));
            if (payload.get("profile") instanceof Json.Obj profile && profile.get("facts") instanceof Json.Obj kept) {
                facts.add(kept);
            }
            facts.forEach(fact -> eachText(Json.Obj.EMPTY.with("x", fact), (_, text) -> texts.add(text)));
        }
        texts.removeIf(text -> text.length() < TELLING_LENGTH);
        return texts;
    }

    /** Every text below a field of the payload, with the name of that field. */
    private static void eachText(Json.Obj payload, BiConsumer<String, String> each) {
        payload.fields().forEach((key, value) -> below(key, value, each));
    }

    private static void below(String key, Json value, BiConsumer<String, String> each) {
        switch (value) {
            case Json.Str(String text) -> each.accept(key, text);
            case Json.Arr(List<Json> items) -> items.forEach(item -> below(key, item, each));
            case Json.Obj object -> object.fields().values().forEach(item -> below(key, item, each));
            default -> {}
        }
    }
}
