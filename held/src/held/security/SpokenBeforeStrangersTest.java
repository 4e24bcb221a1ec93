package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import held.Commands;
import held.Played;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Before a stranger nothing of what is known about ana is said, however it is put. */
class SpokenBeforeStrangersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a flag that is set | You are pregnant.",
                "a number in groups | You have 1,234 euros.",
                "a number in words | You have one thousand two hundred and thirty-four.",
                "a pin in pairs | It is 47-11.",
                "a pin digit by digit | It is four seven one one.",
                "a value of one letter | Your blood type is A.",
                "a word that is cut | You have asth-ma.",
                "a word letter by letter | You have a s t h m a.",
                "letters that look alike | You have \u0430sthma.",
                "a year of birth | You were born in 1980.",
                "an age | You are 45 years old.",
                "an age in words | You are forty-five.",
                "a birthday | Your birthday is the first of May."
            })
    void noneOfItIsSaidHoweverItIsPut(String kind, String sentence) {
        Played played = Played.of("""
                name: however it is said
                seed: 1817
                start: 2026-01-01T00:00:00Z
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true, facts: {pregnant: true, balance: 1234, pin: "4711", blood: A, illness: asthma}}
                user:
                  - {at_ms: 100, arrives: unknown}
                  - {at_ms: 500, types: "tell me everything", by: ana}
                agent:
                  - {when: "everything", says: "Well. %s Good bye.", audio_ms: 6000}
                """.formatted(sentence));
        assertFalse(
                String.join(" ", played.heard()).contains(sentence),
                kind + " is spoken before a stranger: " + played.heard());
    }

    @TempDir
    private Path data;

    @Test
    void theTimelineDoesNotShowWhatWasWithheld() {
        Commands.Ran ran = Commands.talk(
                data,
                "ana",
                "remember that my allergy is peanuts",
                "someone arrived",
                "what is my allergy?",
                "/timeline");
        List<String> shown = ran.lines().stream()
                .filter(line -> line.contains("Your allergy is peanuts"))
                .toList();
        assertEquals(List.of(), shown, "it was not said, and the timeline shows it");
    }

    @Test
    void aChildDoesNotMuteTheOwnerByAHobbyCalledThe() {
        Commands.talk(data, "dora", "remember that my hobby is the");
        Commands.Ran ran = Commands.talk(data, "ana", "what is the weather in Rome?");
        assertEquals(List.of("The sky over Rome is clear."), ran.lines(), "a child's hobby keeps the weather from ana");
    }

    @Test
    void aFlagInTheAnswerOfAToolIsNotSpokenEither() {
        Played played = Played.of("""
                name: what the doctor says
                seed: 1818
                people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
                user:
                  - {at_ms: 100, arrives: unknown}
                  - {at_ms: 500, types: "what does the doctor say", by: ana}
                agent:
                  - {when: "doctor", calls: [{id: c1, tool: doctor}]}
                  - {when_result: c1, says: "You are pregnant.", audio_ms: 900}
                tools:
                  doctor: {takes_ms: 100, returns: {pregnant: true}, personal: true}
                """);
        assertEquals(List.of(), played.heard(), "a stranger hears what a doctor told ana");
    }
}
