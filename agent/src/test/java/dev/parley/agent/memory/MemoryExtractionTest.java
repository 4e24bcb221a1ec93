package dev.parley.agent.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.parley.agent.memory.MemoryExtraction.Extracted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** INV-MEMORY-PRIVACY, by type and by invariant. */
class MemoryExtractionTest {
    private final List<Rune> recorded = new ArrayList<>();

    private List<Rune> said(Visibility visibility, String text) {
        return recorded(RuneDraft.of(
                        "talk",
                        "user.said",
                        Json.Obj.EMPTY.with("role", "user").with("by", "ana").with("text", text))
                .withVisibility(visibility));
    }

    private List<Rune> recorded(RuneDraft draft) {
        recorded.add(Rune.of(draft, recorded.size() + 1L, Hash.ZERO));
        return List.copyOf(recorded);
    }

    private static Rememberable forged() {
        Json.Obj payload =
                Json.Obj.EMPTY.with("role", "user").with("by", "ana").with("text", "Remember that my PIN is 4711.");
        return new Rememberable(1, "user.said", Visibility.SECRET, payload);
    }

    @Test
    void whatPeopleSayOfThemselvesIsRemembered() {
        List<Rune> runes = said(Visibility.PUBLIC, "Hello. My name is Ana and I like tea. Is it late?");
        assertEquals(
                new Extracted.Items(List.of(new MemoryItem("ana", "My name is Ana and I like tea", 1))),
                new MemoryExtraction(new SentenceExtractor()).extract(runes));
    }

    /** What a session records as said is remembered too, and only a taste is less than sensitive. */
    @Test
    void aMemorySaysHowMuchItTells() {
        List<Rune> runes = recorded(RuneDraft.of(
                "talk",
                "user.words",
                Json.Obj.EMPTY.with("by", "ana").with("pii_text", "I prefer tea. I live in Rome. Call me Annie!")));
        assertEquals(
                new Extracted.Items(List.of(
                        new MemoryItem("ana", "I prefer tea", 1, Sensitivity.PERSONAL),
                        new MemoryItem("ana", "I live in Rome", 1, Sensitivity.SENSITIVE),
                        new MemoryItem("ana", "Call me Annie", 1, Sensitivity.SENSITIVE))),
                new MemoryExtraction(new SentenceExtractor()).extract(runes));
    }

    @Test
    void aSecretRuneNeverReachesTheExtractor() {
        said(Visibility.SECRET, "Remember that my PIN is 4711.");
        List<Rune> runes = said(Visibility.INTERNAL, "I like tea.");
        MemoryExtraction extraction = new MemoryExtraction(input -> {
            assertEquals(List.of(2L), input.stream().map(Rememberable::eventId).toList());
            return new SentenceExtractor().extract(input);
        });
        assertEquals(
                new Extracted.Items(List.of(new MemoryItem("ana", "I like tea", 2, Sensitivity.PERSONAL))),
                extraction.extract(runes));
    }

    @Test
    void aSecretThatGotPastTheTypeIsHeldBackByTheInvariant() {
        Extracted held = new MemoryExtraction(new SentenceExtractor()).extract(List.of(forged()), Set.of());
        assertEquals("INV-MEMORY-PRIVACY", held(held));
    }

    @Test
    void withoutTheInvariantTheSecretIsRemembered() {
        Extracted leaked =
                new MemoryExtraction(new SentenceExtractor(), List.of()).extract(List.of(forged()), Set.of());
        assertEquals(new Extracted.Items(List.of(new MemoryItem("ana", "Remember that my PIN is 4711", 1))), leaked);
    }

    @Test
    void anExtractorThatRepeatsASecretOrInventsASourceIsHeldBack() {
        said(Visibility.SECRET, "4711");
        List<Rune> runes = said(Visibility.PUBLIC, "I like tea.");
        assertEquals(
                "INV-MEMORY-PRIVACY",
                held(new MemoryExtraction(_ -> List.of(new MemoryItem("ana", "the PIN is 4711", 2))).extract(runes)));
        assertEquals(
                "INV-MEMORY-PRIVACY",
                held(new MemoryExtraction(_ -> List.of(new MemoryItem("ana", "tea", 1))).extract(runes)));
    }

    @Test
    void anUnknownVisibilityCountsAsSecret() {
        assertEquals(Visibility.SECRET, Visibility.named("for friends"));
        List<Rune> runes = said(Visibility.named("for friends"), "I like tea.");
        assertEquals(new Extracted.Items(List.of()), new MemoryExtraction(new SentenceExtractor()).extract(runes));
    }

    private static String held(Extracted extracted) {
        return assertInstanceOf(Extracted.HeldBack.class, extracted).violation().id();
    }
}
