package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Parley;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TalkTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path data = Path.of("");

    private List<String> run(String input, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        err.reset();
        int code = new Parley(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args);
        assertEquals(0, code, err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private List<String> talk(String person, String... lines) {
        return run(String.join("\n", lines) + "\n", "talk", "--as", person, "--data", data.toString());
    }

    @Test
    void answersAPipedSentence() {
        assertEquals(List.of("The kitchen lights are on."), talk("ana", "turn on the kitchen lights"));
    }

    @Test
    void runsARiskyCommandOnlyAfterAYes() {
        assertEquals(
                List.of("Shall I open the garage? Please say yes or no.", "Done: the garage is open."),
                talk("ana", "open the garage", "yes"));
        assertEquals(
                "All right, I leave it.", talk("ana", "open the garage", "no").getLast());
    }

    @Test
    void takesAYesOnlyForWhatWasJustAsked() {
        List<String> said = talk("ana", "open the garage", "turn on the hall lights", "yes");
        assertEquals(List.of("I did not open the garage.", "The hall lights are on."), said.subList(1, 3));
        assertEquals("There is nothing to say yes to.", said.getLast());
    }

    @Test
    void asksForApprovalBeforeItOrders() {
        assertEquals("I have ordered tea.", talk("ben", "order some tea", "yes").getLast());
        assertTrue(talk("ben", "order some tea", "no").getLast().startsWith("I did not order"));
    }

    @Test
    void letsNoMinorAndNoStrangerRunWhatIsNotTheirs() {
        assertTrue(talk("dora", "disable the alarm").getFirst().startsWith("I did not disable the alarm"));
        List<String> stranger = run("turn on the lights\norder tea\nyes\n", "talk", "--data", data.toString());
        assertTrue(stranger.getFirst().startsWith("I did not turn the lights on"), stranger.toString());
        assertEquals("That does not count: I do not know who you are.", stranger.getLast());
    }

    @Test
    void hasOneTimeForTheSessionTheAgentAndTheHouse() {
        talk("ana", "I like tea");
        List<String> timeline = talk("ana", "turn on the kitchen lights", "order tea", "yes", "/timeline --all");
        long last = 0;
        for (String line : timeline) {
            if (line.contains(" ms  ")) {
                long now = Long.parseLong(line.substring(7, line.indexOf(" ms")).strip());
                assertTrue(now >= last, line + " after " + last);
                last = now;
            }
        }
        assertTrue(last > 0, timeline.toString());
    }

    /** A fact of ana is for ana alone; whoever comes in is not told, from the very next sentence on. */
    @Test
    void tellsAFactToItsOwnerAloneOnly() {
        List<String> said = talk(
                "ana",
                "remember that my allergy is peanuts",
                "what is my allergy?",
                "someone arrived",
                "what is my allergy?",
                "we are alone",
                "what is my allergy?");
        assertEquals(
                List.of(
                        "I will remember your allergy.",
                        "Your allergy is peanuts.",
                        "I take it that others are here.",
                        "I do not say that while others are here.",
                        "I take it that we are alone.",
                        "Your allergy is peanuts."),
                said);
    }

    /** A memory is guarded like a fact of the profile: for who told it, alone, from the very next sentence on. */
    @Test
    void tellsAMemoryToWhoToldItAloneOnly() {
        talk("ana", "I like camomile tea", "I am allergic to bee stings.");
        List<String> said = talk(
                "ana",
                "what do you remember about me?",
                "someone arrived",
                "what do you remember about me?",
                "we are alone",
                "I live in Rome",
                "what do you remember about me?");
        String tea = "You told me that you like camomile tea.";
        String bees = "You told me that you are allergic to bee stings.";
        String notSaid = "I do not say that while others are here.";
        assertEquals(
                List.of(
                        tea,
                        bees,
                        "I take it that others are here.",
                        notSaid,
                        "I take it that we are alone.",
                        "I heard you.",
                        tea,
                        bees,
                        "You told me that you live in Rome."),
                said);
    }

    @Test
    void remembersNothingOfAStrangerAndTellsNobodyOfAnother() {
        talk("ana", "I like camomile tea");
        run("I like walnuts\n", "talk", "--data", data.toString());
        String nothing = "I remember nothing about you.";
        assertEquals(nothing, talk("ben", "what do you remember about me?").getFirst());
        assertEquals(List.of(nothing), run("what do you remember about me?\n", "talk", "--data", data.toString()));
        assertTrue(run("", "log", "verify", "--data", data.toString()).getLast().contains("\"ok\":true"));
    }

    /** A tool that does not say how much its answers tell counts as personal; the weather says that anybody may hear it. */
    @Test
    void keepsWhatAToolAnsweredFromStrangers() {
        List<String> said = talk("ana", "someone arrived", "weather in Oslo", "order some tea", "yes");
        assertEquals("The sky over Oslo is clear.", said.get(1));
        assertEquals("That is done.", said.getLast(), "before strangers the model learns no more (ruling E12)");
    }

    /** The first page shows what is really answered; the number of an event is whatever it is. */
    @Test
    void answersAsTheFirstPageShows() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("parley.root", ".."), "README.md"));
        String from = "$ ./parley talk --as ben\n";
        String shown = page.substring(page.indexOf(from) + from.length());
        List<String> lines = shown.lines().takeWhile(line -> !line.isEmpty()).toList();
        String[] typed = lines.stream()
                .filter(line -> line.startsWith("> "))
                .map(line -> line.substring(2))
                .toArray(String[]::new);
        assertEquals(
                lines.stream()
                        .filter(line -> !line.startsWith("> "))
                        .map(TalkTest::anyEvent)
                        .toList(),
                talk("ben", typed).stream().map(TalkTest::anyEvent).toList());
    }

    private static String anyEvent(String line) {
        return line.replaceFirst("([Ee]vent) \\d+", "$1 N");
    }

    /** Facts of ana are in nothing that anybody else reads, whatever they type. */
    @Test
    void printsNothingOfAnother() {
        talk("ana", "remember that my allergy is kzpeanuts", "remember that my nickname is kzpony", "I like kztea");
        String[] curious = {
            "what is my allergy?", "what do you remember about me?", "delete everything", "/why", "/timeline --all"
        };
        for (List<String> lines : List.of(
                talk("ben", curious),
                talk("dora", curious),
                run(String.join("\n", curious) + "\n", "talk", "--data", data.toString()))) {
            assertTrue(lines.size() > 10, lines.toString());
            assertTrue(
                    lines.stream().noneMatch(line -> line.contains("kz") || line.contains("1980-05-01")),
                    () -> lines.stream()
                            .filter(line -> line.contains("kz") || line.contains("1980"))
                            .toList()
                            .toString());
        }
        assertTrue(talk("ana", "/timeline --all").stream().anyMatch(line -> line.contains("kzpeanuts")));
    }

    /** What was withheld because somebody arrived is not read off the screen either (E12). */
    @Test
    void theTimelineShowsNothingThatThoseWhoAreHereMayNotHear() {
        String[] lines = {
            "remember that I like kztea", "someone arrived", "what do you know about me", "/timeline --all", "/why"
        };
        List<String> shown = talk("ana", lines);
        assertTrue(shown.stream().anyMatch(line -> line.contains("left something unsaid")), shown.toString());
        assertTrue(shown.stream().noneMatch(line -> line.contains("kztea")), shown.toString());
        assertTrue(shown.stream().anyMatch(line -> line.contains("not for everyone")), shown.toString());
    }

    /** A child is spoken to in short sentences, and so is somebody of whom nobody knows how old they are (B5). */
    @Test
    void speaksToAChildInShortSentences() {
        String first = "I can turn lights on and off. I can set the volume and pause the music. I can ";
        String all = first
                + "close the door, open the garage and disable the alarm. I can order things and tell the weather.";
        String some = first + "tell the weather. Some of it only people of the house may ask for.";
        assertEquals(List.of(all), talk("ana", "help"));
        String forDora = "I can set the volume and pause the music. I can tell the weather."
                + " For the rest, please ask somebody who looks after the house.";
        assertEquals(List.of(forDora), talk("dora", "help"));
        assertEquals(List.of(some), run("help\n", "talk", "--data", data.toString()));
    }

    /** Profiles outlive the conversation; what was said about the company does not, and neither does a pending command. */
    @Test
    void remembersProfilesAndNothingElseAfterARestart() {
        talk("ana", "remember that my allergy is peanuts", "someone arrived", "open the garage");
        List<String> said = talk("ana", "what is my allergy?", "yes", "open the garage");
        assertEquals("Your allergy is peanuts.", said.getFirst());
        assertEquals("There is nothing to say yes to.", said.get(1));
        assertTrue(said.getLast().startsWith("Shall I open the garage?"), said.toString());
        assertEquals(
                "I do not know your allergy.",
                talk("ben", "what is my allergy?").getFirst());
        assertTrue(talk("dora", "remember that my birthdate is 1990-01-01")
                .getFirst()
                .startsWith("I cannot change"));
        for (String conversation : List.of("talk-1", "talk-2", "talk-4")) {
            String replayed = run("", "replay", "--data", data.toString(), conversation, "--json")
                    .getFirst();
            assertTrue(replayed.contains("\"verified\":true"), replayed);
        }
    }

    @Test
    void livesInTheHouseOfItsFiles(@TempDir Path files) throws IOException {
        Path people = Files.writeString(
                files.resolve("people.yaml"), "people: [{id: eva, role: OWNER, birthdate: 1970-02-03}]");
        Path commands = Files.writeString(files.resolve("commands.yaml"), """
            roles: {OWNER: [media], ADMIN: [], OPERATOR: [], GUEST: []}
            commands:
              - {name: turn_on_light, group: home_automation}
              - {name: pause_music, group: media, risk: high}
            """);
        String[] house = {
            "talk",
            "--as",
            "eva",
            "--data",
            data.toString(),
            "--household",
            people.toString(),
            "--catalogue",
            commands.toString()
        };
        List<String> said = run("pause the music\nyes\nturn on the lights\n", house);
        assertEquals("Shall I pause the music? Please say yes or no.", said.getFirst());
        assertEquals("Done: the music is paused.", said.get(1));
        assertTrue(said.getLast().startsWith("I did not turn the lights on"), said.toString());
        String replayed =
                run("", "replay", "--data", data.toString(), "talk-1", "--json").getFirst();
        assertTrue(replayed.contains("\"verified\":true"), replayed);
    }

    @Test
    void namesLineAndFieldOfWhatIsWrongInAFile(@TempDir Path files) throws IOException {
        Path people = Files.writeString(files.resolve("people.yaml"), "people:\n  - {id: eva, role: KING}\n");
        int code = new Parley(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run("talk", "--data", data.toString(), "--household", people.toString());
        assertEquals(2, code);
        assertTrue(
                err.toString(StandardCharsets.UTF_8).contains("people.yaml:2: people[0].role:"),
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void explainsWhatItWouldNotDo() {
        List<String> said = talk("ben", "delete everything", "/why");
        assertTrue(said.stream().anyMatch(line -> line.contains("people.command.role")), said.toString());
    }

    @Test
    void showsWhatItRecordedAndReplaysItToTheSameHash() {
        List<String> timeline = talk("ana", "turn on the kitchen lights", "order tea", "yes", "/timeline --all");
        for (String kind :
                List.of("turn.started", "verdict.household", "verdict.tool", "tool.result", "verdict.stream")) {
            assertTrue(timeline.stream().anyMatch(line -> line.contains(kind)), kind);
        }
        String first =
                run("", "replay", "--data", data.toString(), "talk-1", "--json").getFirst();
        assertTrue(first.contains("\"verified\":true"), first);
        assertEquals(
                first,
                run("", "replay", "--data", data.toString(), "talk-1", "--json").getFirst());
        assertTrue(run("", "log", "verify", "--data", data.toString()).getLast().contains("\"ok\":true"));
    }

    /** One screen of it also in a pipe, and of every hash its beginning. */
    @Test
    void theTimelineIsOneScreenWithoutLongHashes() {
        List<String> shown = talk("ana", "turn on the kitchen lights", "/timeline");
        assertEquals(22, shown.size(), shown.toString());
        assertTrue(shown.getLast().endsWith("more before these: /timeline --all)"), shown.getLast());
        String all = String.join("\n", talk("ana", "turn on the kitchen lights", "/timeline --all"));
        assertTrue(all.contains("question "), all);
        assertFalse(all.matches("(?s).*[0-9a-f]{32}.*"), all);
    }

    /** Who looks after others may change what the house knows of them, and the record of it holds. */
    @Test
    void replaysWhatSomebodyDidToTheProfileOfAnother() {
        List<String> said = talk("ana", "Ben's allergy is nuts", "delete everything", "yes");
        assertEquals("I have noted Ben's allergy.", said.getFirst());
        talk("ben", "ana's allergy is nuts");
        for (String talk : List.of("talk-1", "talk-2")) {
            String replayed =
                    run("", "replay", "--data", data.toString(), talk, "--json").getFirst();
            assertTrue(replayed.contains("\"verified\":true"), replayed);
        }
        assertEquals(
                "I do not know your allergy.",
                talk("ben", "what is my allergy?").getFirst());
    }
}
