package dev.parley.app.talk;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.TextTooLong;
import dev.parley.Visit;
import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import dev.parley.app.config.ConfiguredTools;
import dev.parley.app.io.BadInput;
import dev.parley.app.io.Streams;
import dev.parley.app.record.Account;
import dev.parley.app.record.RecordFolder;
import dev.parley.app.record.RecordedConversation;
import dev.parley.app.voice.FileDevice;
import dev.parley.app.voice.KeptSound;
import dev.parley.app.voice.SoundCard;
import dev.parley.app.voice.SoundDevice;
import dev.parley.kernel.port.RandomSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.session.SessionHost;
import dev.parley.session.port.AudioSink;
import dev.parley.session.record.Journal;
import dev.parley.session.speak.Sayable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The terminal's side of a conversation: lines in, words out, and commands that begin with a slash. */
public final class Talk {
    private static final int SCREEN_LINES = 20;
    private static final String HELP = """
        Type a sentence, for example: turn on the kitchen lights
        While the agent speaks, the first letter that you type stops it; a question goes on to its end.
          /who       who you are and who else is here, as far as the house knows
          /why       why the last thing that you met was decided so, and what would change it
          /timeline  what was recorded last; --all for everything
          /stop      stop the agent at once
          /quit      leave; Ctrl-C stops the agent, twice leaves\
        """;

    private final Streams streams;
    private final Path data;
    private final Configuration configuration;
    private final boolean plain;
    private final SystemTime clock = new SystemTime();
    private volatile @Nullable LogFault alarm;
    private boolean heard;
    private volatile int meterLength;

    /** @param plain for who listens to the screen: whole lines at once, and nothing that moves */
    public Talk(Streams streams, Path data, Configuration configuration, boolean plain) {
        this.streams = streams;
        this.plain = plain;
        this.data = data;
        this.configuration = configuration;
    }

    /** Talks until the input ends; without a person, as somebody nobody knows. */
    public void hold(@Nullable String person) throws IOException {
        hold(person, this::converse);
    }

    /** The same in sound: one WAV file is heard, another is spoken into. */
    public void hold(@Nullable String person, Path in, Path out) throws IOException {
        heard = true;
        try (FileDevice device = FileDevice.open(in, out, visit(known(person)).speaker(), clock)) {
            hold(person, (parley, visit, name) -> listen(parley, visit, name, device));
        }
    }

    /** The same with the microphone and the loudspeaker of this machine, until the person presses Enter. */
    public void holdAloud(@Nullable String person) throws IOException {
        heard = true;
        try (SoundCard card = SoundCard.open(visit(known(person)).speaker(), this::isEntered, this::show)) {
            streams.err().println("Speak. Enter ends the conversation.");
            if (!card.isOpenWhileItSpeaks()) {
                streams.err().println("The microphone is deaf while the agent speaks; parley doctor says why.");
            }
            hold(person, (parley, visit, name) -> listen(parley, visit, name, card));
        }
    }

    private boolean isEntered() {
        try {
            return streams.in().available() > 0;
        } catch (IOException e) {
            return true;
        }
    }

    private void show(SoundCard.Meter meter) {
        if (isMoving()) {
            String line = meter.line();
            meterLength = line.length();
            streams.err().print("\r" + line);
            streams.err().flush();
        }
    }

    private boolean isMoving() {
        return streams.isTerminal() && !plain && !isDumb();
    }

    /** Shows what is heard and said in the moment in which it is, in place of the meter. */
    private void show(@Nullable String told) {
        if (told != null) {
            say(isMoving() ? "\r" + " ".repeat(meterLength) + "\r" + told : told);
        }
    }

    private ConfiguredAgents agents(ConfiguredTools shelf) {
        ConfiguredAgents agents = new ConfiguredAgents(configuration, shelf);
        if (heard) {
            agents.voice().prepare();
            agents.voice().faults().forEach(fault -> streams.err().println("parley: " + fault));
        }
        return agents;
    }

    private interface Conversing {
        void hold(Parley parley, Visit visit, String name) throws IOException;
    }

    private static Visit visit(@Nullable String person) {
        return person == null ? Visit.ofStranger() : Visit.of(person);
    }

    /** Whoever is called so, whatever the case of the letters. */
    private @Nullable String known(@Nullable String called) {
        List<String> names = List.copyOf(configuration.house().names());
        if (called == null || names.contains(called)) {
            return called;
        }
        return names.stream()
                .filter(called::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() ->
                        new BadInput("nobody here is called '" + called + "'; --as takes " + String.join(", ", names)));
    }

    private void hold(@Nullable String called, Conversing conversing) throws IOException {
        String person = known(called);
        RunelogSettings settings = RunelogSettings.standard(clock, RandomSource.seeded(clock.monotonicNanos()))
                .withAlarm(fault -> alarm = fault);
        Runelog log = RecordFolder.write(data, settings, Progress.SILENT);
        try (ConfiguredTools shelf = ConfiguredTools.open(configuration.shelf(), data);
                Parley parley = agents(shelf)
                        .into(Parley.over(log, new RealDisk(data)))
                        .clock(clock)
                        .open()) {
            tellDamage(log);
            parley.endUnfinished().forEach(found -> streams.err().println(found.sentence()));
            String name = parley.next("talk");
            conversing.hold(parley, visit(person), name);
            streams.err().println("Recorded as " + name + ": ./parley log show --data " + data + " " + name);
        } catch (LogFault e) {
            throw RecordFolder.unusable(data, e);
        } catch (Journal.EvidenceUnavailable e) {
            throw unrecorded();
        }
    }

    /** What is damaged stays as it is and keeps nobody from talking; they hear of it first. */
    private void tellDamage(Runelog log) {
        List<String> found = log.findings().stream()
                .filter(finding -> !finding.isHarmless())
                .map(finding -> "parley: " + data + ": " + finding.message())
                .toList();
        found.forEach(streams.err()::println);
        if (!found.isEmpty()) {
            streams.err()
                    .println("parley: you can talk all the same; ./parley log verify --data " + data
                            + " tells what is damaged");
        }
    }

    private void listen(Parley parley, Visit visit, String name, SoundDevice device) throws IOException {
        Path folder = configuration.voice().recordAudio();
        Transcript transcript = new Transcript();
        Rehearsal.hold();
        streams.err().println(whoTalks(visit));
        try (KeptSound kept = folder == null ? KeptSound.NOWHERE : KeptSound.in(folder, name)) {
            device.attend(folder == null ? AudioSink.NONE : kept, rune -> show(transcript.told(rune)));
            Conversation conversation = parley.converse(name, visit, device);
            try (TalkConversation talk = new TalkConversation(parley, conversation, visit.speaker())) {
                device.run(conversation);
                check(talk);
            }
        }
    }

    private static String whoTalks(Visit visit) {
        boolean isStranger = visit.confirmed().isEmpty();
        return "You talk as " + visit.speaker() + (isStranger ? ", whom nobody knows (--as ana is the owner)." : ".");
    }

    private void converse(Parley parley, Visit visit, String name) throws IOException {
        streams.err().println(whoTalks(visit) + " /help tells what else you can type.");
        Terminal terminal = streams.isTerminal() ? new Terminal(streams, !plain) : null;
        TalkScreen screen = terminal == null ? TalkScreen.ofLines(this::say) : terminal;
        try (TalkConversation talk =
                        new TalkConversation(parley, parley.converse(name, visit, screen), visit.speaker());
                Keyboard keyboard = terminal == null || plain || isDumb()
                        ? null
                        : Keyboard.open(streams.in(), terminal, talk::stop)) {
            TypedLines lines = new TypedLines(talk, terminal != null);
            Runnable left = terminal == null ? () -> {} : terminal::left;
            // Whoever is invited to type may press Ctrl-C at once.
            try (Interrupts _ = terminal == null ? null : interrupts(talk, lines, terminal, keyboard != null)) {
                if (terminal != null) {
                    terminal.invite();
                }
                TypedLines.Source source = keyboard == null ? lines(terminal) : keyboard::line;
                Thread.ofPlatform().name("parley-reader").daemon().start(() -> lines.read(source));
                work(talk, lines, screen, terminal != null);
            } finally {
                left.run();
            }
            lines.check();
        }
    }

    private static boolean isDumb() {
        return "dumb".equals(System.getenv("TERM"));
    }

    /** Lines as they are entered, from a pipe or from a terminal that shows itself what is typed. */
    private TypedLines.Source lines(@Nullable Terminal terminal) {
        BufferedReader input = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
        return () -> {
            String line = input.readLine();
            if (terminal != null && line != null) {
                terminal.lineEntered();
            }
            return line;
        };
    }

    private Interrupts interrupts(TalkConversation talk, TypedLines lines, Terminal terminal, boolean byLetters) {
        Runnable stop = () -> {
            talk.stop();
            if (byLetters) {
                terminal.dropped();
            }
        };
        return new Interrupts(clock, stop, () -> {
            if (!byLetters) {
                terminal.crossed();
            }
            lines.end();
        });
    }

    /** Does what the person types beside sentences, until the last answer after the last line is over. */
    private void work(TalkConversation talk, TypedLines lines, TalkScreen screen, boolean interactive) {
        boolean goesOn = true;
        for (String line = lines.next(); line != null && goesOn; line = goesOn ? lines.next() : null) {
            if (!interactive) {
                talk.awaitAnswer();
            }
            goesOn = take(talk, line);
            if (interactive && goesOn) {
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
            throw unrecorded();
        }
        if (ending != null) {
            throw new IllegalStateException("the conversation ended: " + ending.reason(), ending.fault());
        }
    }

    private BadInput unrecorded() {
        LogFault fault = alarm;
        return new BadInput("nothing can be recorded in " + data + " any more, so nothing more is said or done"
                + (fault == null ? "" : ": " + fault.getMessage()));
    }

    private void say(String text) {
        streams.out().println(Sayable.of(text));
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
            case "/why" -> why(talk.recorded()).stream().map(talk::guarded).forEach(this::say);
            case "/who" -> talk.who().forEach(this::say);
            case "/timeline" -> timeline(talk, false);
            case "/timeline --all" -> timeline(talk, true);
            default -> {
                if (line.startsWith("/")) {
                    streams.err().println("There is no " + line + ". " + HELP);
                } else if (TextTooLong.is(line)) {
                    streams.err()
                            .println("That was not taken in: " + new TextTooLong().getMessage() + ". Say it in parts.");
                } else {
                    talk.type(line);
                }
            }
        }
        return true;
    }

    /** One screen of it, or everything. */
    private void timeline(TalkConversation talk, boolean all) {
        List<String> lines = Timeline.of(talk.recorded(), talk.person(), talk::guarded);
        int from = all ? 0 : Math.max(0, lines.size() - SCREEN_LINES);
        lines.subList(from, lines.size()).forEach(this::say);
        if (from > 0) {
            say("(" + from + " more before these: /timeline --all)");
        }
    }

    private static List<String> why(RecordedConversation recorded) {
        Account last = Account.last(recorded);
        return last == null ? List.of("Nothing was said or decided yet.") : last.lines();
    }
}
