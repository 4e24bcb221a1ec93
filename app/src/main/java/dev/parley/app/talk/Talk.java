package dev.parley.app.talk;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.BadInput;
import dev.parley.app.Streams;
import dev.parley.app.config.Configuration;
import dev.parley.app.record.RecordFolder;
import dev.parley.app.record.RecordedConversation;
import dev.parley.app.record.Why;
import dev.parley.app.voice.FileDevice;
import dev.parley.app.voice.KeptSound;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.session.SessionHost;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.ProfileBook;
import dev.parley.session.people.ProfileStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The terminal's side of a conversation: lines in, words out, and commands that begin with a slash. */
public final class Talk {
    private static final String STRANGER = "guest";
    private static final String PEOPLE = "people";
    private static final Set<String> DECISIVE =
            Set.of("command_detected", "authorization_granted", "confirmation_received");
    /** How long a word is shown to somebody who reads along, in milliseconds. */
    private static final long READABLE_MS = 60;

    private static final String HELP = """
            Type a sentence, for example: turn on the kitchen lights
              /why       why the last decision was taken, and what would change it
              /timeline  everything that was recorded
              /stop      stop the agent at once
              /quit      leave""";

    private final Streams streams;
    private final Path data;
    private final Configuration configuration;
    private final SystemTime clock = new SystemTime();
    private volatile @Nullable LogFault alarm;

    public Talk(Streams streams, Path data, Configuration configuration) {
        this.streams = streams;
        this.data = data;
        this.configuration = configuration;
    }

    /** Talks until the input ends; without a person, as somebody nobody knows. */
    public void hold(@Nullable String person) throws IOException {
        hold(person, this::converse);
    }

    /** The same in sound: one WAV file is heard, another is spoken into. */
    public void hold(@Nullable String person, Path in, Path out) throws IOException {
        try (FileDevice device = FileDevice.open(in, out, speaker(person), clock)) {
            hold(person, (log, book, who) -> listen(log, book, who, device));
        }
    }

    private interface Conversing {
        void hold(Runelog log, ProfileBook book, @Nullable String person) throws IOException;
    }

    private static String speaker(@Nullable String person) {
        return person == null ? STRANGER : person;
    }

    private void hold(@Nullable String person, Conversing conversing) throws IOException {
        HouseSpec house = configuration.house();
        if (person != null && !house.names().contains(person)) {
            throw new BadInput(
                    "nobody here is called '" + person + "'; --as takes " + String.join(", ", house.names()));
        }
        RunelogSettings settings = RunelogSettings.standard(clock, RandomSource.seeded(clock.monotonicNanos()))
                .withAlarm(fault -> alarm = fault);
        try (Runelog log = RecordFolder.write(data, settings, Progress.SILENT)) {
            log.findings().stream()
                    .filter(finding -> !finding.isHarmless())
                    .forEach(finding -> streams.err().println("parley: " + data + ": " + finding.message()));
            new LeftOpen(log, clock).close().forEach(found -> streams.err().println(found.sentence()));
            conversing.hold(log, ProfileBook.open(log, new RealDisk(data), PEOPLE, clock), person);
        } catch (LogFault e) {
            throw RecordFolder.unusable(data, e);
        }
    }

    private static String nextName(Runelog log) {
        return "talk-"
                + (1
                        + log.conversations().stream()
                                .filter(known -> known.startsWith("talk-"))
                                .count());
    }

    private void listen(Runelog log, ProfileBook book, @Nullable String person, FileDevice device) throws IOException {
        String name = nextName(log);
        String speaker = speaker(person);
        Configuration visited = configuration.with(configuration.house().visitedBy(speaker, person != null));
        Path folder = configuration.voice().recordAudio();
        Rehearsal.hold();
        try (KeptSound kept = folder == null ? KeptSound.NOWHERE : KeptSound.in(folder, name);
                TalkConversation talk = new TalkConversation(
                        name,
                        speaker,
                        folder == null ? visited : visited.recordingSound(),
                        person == null ? book.readOnly() : book,
                        log,
                        clock,
                        new TalkConversation.Means(Screen.ofLines(streams.err()::println), 0, device, kept))) {
            device.run(talk.frames(), talk::isQuiet);
            check(talk);
        }
        streams.err().println("Recorded as " + name + ": parley log show --data " + data + " " + name);
    }

    private void converse(Runelog log, ProfileBook book, @Nullable String person) throws IOException {
        String name = nextName(log);
        String speaker = speaker(person);
        streams.err()
                .println(
                        "You talk as " + speaker + (person == null ? ", whom nobody knows (--as ana is the owner)" : "")
                                + ". /help tells what else you can type.");
        Configuration visited = configuration.with(configuration.house().visitedBy(speaker, person != null));
        ProfileStore profiles = person == null ? book.readOnly() : book;
        Terminal terminal = streams.isTerminal() ? new Terminal(streams) : null;
        Screen screen = terminal == null ? Screen.ofLines(this::say) : terminal;
        long paceMs = terminal == null ? 0 : READABLE_MS;
        try (TalkConversation talk =
                new TalkConversation(name, speaker, visited, profiles, log, clock, screen, paceMs)) {
            TypedLines lines = new TypedLines(talk, terminal != null);
            BufferedReader input = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
            screen.prompt();
            Runnable typed = terminal == null ? () -> {} : terminal::typed;
            Thread.ofPlatform().name("parley-reader").daemon().start(() -> lines.read(input, typed));
            work(talk, lines, screen, terminal != null);
            lines.check();
        }
        streams.err().println("Recorded as " + name + ": parley log show --data " + data + " " + name);
    }

    /** Does what the person types beside sentences, until the last answer after the last line is over. */
    private void work(TalkConversation talk, TypedLines lines, Screen screen, boolean interactive) {
        boolean goesOn = true;
        for (String line = lines.next(); line != null && goesOn; line = goesOn ? lines.next() : null) {
            if (!interactive) {
                talk.awaitAnswer();
            }
            goesOn = take(talk, line);
            if (interactive) {
                screen.prompt();
            }
        }
        if (goesOn || !interactive) {
            talk.awaitAnswer();
        }
        check(talk);
    }

    private void check(TalkConversation talk) {
        SessionHost.Ending ending = talk.ending();
        if (talk.isSilenced()) {
            LogFault fault = alarm;
            throw new BadInput("nothing can be recorded in " + data + " any more, so nothing more is said or done"
                    + (fault == null ? "" : ": " + fault.getMessage()));
        }
        if (ending != null) {
            throw new IllegalStateException("the conversation ended: " + ending.reason(), ending.fault());
        }
    }

    private void say(String text) {
        streams.out().println(text);
        streams.out().flush();
    }

    /** Handles one line; false when it asks to leave. */
    private boolean take(TalkConversation talk, String line) {
        switch (line.toLowerCase(Locale.ROOT)) {
            case "" -> {}
            case "/quit", "/exit" -> {
                return false;
            }
            case "/help" -> streams.err().println(HELP);
            case "/why" -> why(talk.recorded()).forEach(this::say);
            case "/timeline" -> Timeline.of(talk.recorded(), talk.person()).forEach(this::say);
            default -> {
                if (line.startsWith("/")) {
                    streams.err().println("There is no " + line + ". " + HELP);
                } else {
                    talk.type(line);
                }
            }
        }
        return true;
    }

    /** The last thing that the house was asked for, or the last decision about anything where it was not asked. */
    private static List<String> why(RecordedConversation recorded) {
        Rune latest = null;
        for (Rune rune : recorded.runes()) {
            boolean closer = latest == null || isAboutACommand(rune) || !isAboutACommand(latest);
            latest = VerdictRune.room(rune) != null && closer ? rune : latest;
        }
        return latest == null
                ? List.of("Nothing was decided yet.")
                : Why.of(recorded, latest).inShort();
    }

    private static boolean isAboutACommand(Rune rune) {
        String action = rune.payload().text("action");
        return "household".equals(VerdictRune.room(rune)) && action != null && DECISIVE.contains(action);
    }
}
