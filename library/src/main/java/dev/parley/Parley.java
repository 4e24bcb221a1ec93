package dev.parley;

import dev.parley.agent.memory.SentenceExtractor;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.pipeline.loop.Carriers;
import dev.parley.pipeline.loop.LoopTimes;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.pipeline.spec.ExternalSpec;
import dev.parley.provider.external.ProcessFilter;
import dev.parley.provider.guard.Guards;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.Finding;
import dev.parley.session.ConversationLoop;
import dev.parley.session.SessionHost;
import dev.parley.session.SessionHost.Ending;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.HouseBooks;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.people.Understanding;
import dev.parley.session.record.RunelogRecords;
import dev.parley.session.recover.Found;
import dev.parley.session.settings.Roster;
import dev.parley.session.settings.Settings;
import dev.parley.session.tool.ToolRack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Parley in a program of one's own: a record on disk, and conversations under its rules.
 *
 * <pre>{@code
 * try (Parley parley = Parley.in(Path.of("data")).model(model).tools(price, order).open();
 *         Conversation talk = parley.converse(parley.next("order"), "ana")) {
 *     System.out.println(talk.say("Order some tea").join());
 * }
 * }</pre>
 *
 * One folder belongs to one Parley at a time. {@link #close()} waits two seconds at most for the answers under way.
 */
public final class Parley implements AutoCloseable {
    private static final String PIPELINE = "text@1.0.0";
    static final long DRAIN_MS = 2_000;

    private final ParleyBuilder parts;
    private final AgentSource agents;
    private final Guards guards = new Guards();
    private final Runelog log;
    private final Disk disk;
    private final TimeSource clock;
    private final KeptBooks books;
    private final Carriers carriers;
    private final Executor work;
    private final Readers readers;
    private final SessionHost host;
    private final Map<String, Conversation> conversations = new ConcurrentHashMap<>();
    private final Observers observers = new Observers();
    private volatile Consumer<String> lookup = _ -> {};
    private volatile TextBudget textBudget = TextBudget.UNBOUNDED;

    /** Begins to describe a Parley whose record is in this folder, which is made if it is not there. */
    public static ParleyBuilder in(Path data) {
        return new ParleyBuilder(RecordSource.in(data));
    }

    /** The same with a record that is open already, on this disk. The Parley closes it. */
    public static ParleyBuilder over(Runelog log, Disk disk) {
        return new ParleyBuilder(_ -> new RecordSource.Opened(log, disk));
    }

    Parley(ParleyBuilder parts) throws IOException {
        this.parts = parts;
        this.clock = parts.clock();
        RecordSource.Opened record = parts.record().open(clock);
        this.log = record.log();
        this.disk = record.disk();
        this.books = KeptBooks.open(log, parts.household(), clock, parts.zone());
        this.carriers = new Carriers(parts.carriers(), clock, new SlowTasks(observers));
        Executor given = parts.work();
        this.work = given == null ? Executors.newVirtualThreadPerTaskExecutor() : given;
        this.readers = given == null ? Readers.start() : Readers.on(given);
        this.agents = parts.agents(work);
        this.host = new SessionHost(
                "parley",
                new SessionHost.Parts(
                                InProcessAuthority.alone(PIPELINE),
                                new RunelogRecords(log, false),
                                carriers,
                                clock,
                                work,
                                new HostNews(conversations, books.overrides(), observers))
                        .evictingAfter(parts.evictedAfter().toNanos())
                        .within(parts.bounds()));
    }

    /** Begins a conversation with somebody whom nobody knows, or goes on with one that is recorded under this id. */
    public Conversation converse(String id) {
        return converse(id, Visit.ofStranger());
    }

    /** The same with a person whom the program has recognised: their identity counts as confirmed. */
    public Conversation converse(String id, String person) {
        return converse(id, Visit.of(person));
    }

    /**
     * The same with these people.
     *
     * @throws IllegalStateException where it is under way already, is over, or there is no room for it
     */
    public Conversation converse(String id, Visit visit) {
        return converse(id, visit, Screen.NONE);
    }

    /** The same, and what is said is shown on this screen. */
    public Conversation converse(String id, Visit visit, Screen screen) {
        return begin(new Conversation(this, id, visit, null, screen), visit, Begun.by(host::open));
    }

    /** The same in sound: what is said goes to the far end, and what it hears comes in by {@link Conversation#hear}. */
    public Conversation converse(String id, Visit visit, FarEnd far) {
        return begin(new Conversation(this, id, visit, far, Screen.NONE), visit, Begun.by(host::open));
    }

    /** Goes on with a conversation that an earlier process did not live to end; there is always room for it. */
    public Conversation resume(String id, Visit visit) {
        return resume(id, visit, Screen.NONE);
    }

    /** The same, and what is said is shown on this screen. */
    public Conversation resume(String id, Visit visit, Screen screen) {
        return begin(new Conversation(this, id, visit, null, screen), visit, Begun.by(host::resume));
    }

    /** The same with one that was held in sound. It waits until somebody is at the far end, or writes. */
    public Conversation resume(String id, Visit visit, FarEnd far) {
        return begin(new Conversation(this, id, visit, far, Screen.NONE), visit, Begun.by(host::resume));
    }

    /** The same with one in which nothing is left to do: it is opened when somebody is there, and takes little memory before. */
    public Conversation resumeLater(String id, Visit visit) {
        return begin(new Conversation(this, id, visit, null, Screen.NONE), visit, host::leave);
    }

    private Conversation begin(Conversation talk, Visit visit, Consumer<SessionHost.Wanted> opening) {
        String id = talk.id();
        FarEnd far = talk.farEnd();
        if (conversations.putIfAbsent(id, talk) != null) {
            throw new IllegalStateException(id + " is under way already");
        }
        HouseSpec house = parts.household().confirming(visit.speaker(), visit.confirmed());
        SessionHost.Wanted wanted = new SessionHost.Wanted(
                id, visit.told(id), settings(far), parts.pipeline(), place -> world(talk, visit, place, house));
        try {
            opening.accept(wanted);
        } catch (RuntimeException e) {
            books.overrides().leave(id);
            conversations.remove(id, talk);
            talk.over(new Ending(SessionHost.FAULT, e));
            throw e;
        }
        if (far != null && far.staysInMemory()) {
            var _ = talk.over().thenRun(talk.connect());
        }
        return talk;
    }

    /** Everything that one conversation meets. */
    private ConversationLoop.Ports world(Conversation talk, Visit visit, SessionHost.Place place, HouseSpec house) {
        AgentSource.Agent agent = agents.open(talk, place);
        ReadWords words = new ReadWords(agent.understanding(), new SentenceExtractor());
        HouseBooks seen = books.with(visit.confirmed(), words, words.beside(talk.reading(), place.door()));
        books.overrides().watch(talk.id(), place.door()::offer);
        FarEnd far = talk.farEnd();
        talk.seated(place.frames(), words);
        return new ConversationLoop.Ports(
                place.time(),
                place.timers(),
                new WatchedJournal(place.journal(), rune -> {
                    talk.recorded(rune);
                    observers.recorded(rune);
                }),
                filtered(
                        talk,
                        place,
                        far == null
                                ? TextProviders.shown(agent.model(), place, talk.wordMs())
                                : TextProviders.spoken(
                                        agent.model(),
                                        place,
                                        UnderstoodSpeech.beside(parts.voices(), words, talk::scan, talk::stops),
                                        far::showsWords,
                                        guards)),
                far == null ? agent.tools() : ToolRack.beside(agent.tools(), far.tools(place.door(), place.work())),
                (recorder, time) -> {
                    SessionHousehold opened = SessionHousehold.recorded(house, recorder, time, seen);
                    talk.movedIn(opened);
                    return opened;
                },
                far == null ? talk.channel() : null,
                far == null ? null : place.media(new VoiceOf(visit.recognised(), far), far.kept()));
    }

    /** A pipeline may name a process between the model and the voice; it lives as long as the conversation is in memory. */
    private TextProviders filtered(Conversation talk, SessionHost.Place place, TextProviders providers) {
        var node = parts.pipeline().filter();
        ExternalSpec external = node.flatMap(each -> each.spec().external()).orElse(null);
        if (node.isEmpty() || external == null) {
            return providers;
        }
        ProcessFilter filter = new ProcessFilter(node.get().spec().id(), external, place.time());
        talk.whenLeft(filter::close);
        return providers.with(filter);
    }

    /** From now on somebody looks on. */
    public void watch(Observer observer) {
        observers.all().add(observer);
    }

    /** How busy the threads are on which conversations run, in thousandths; nobody is taken in while it is too much. */
    public int loadPermille() {
        return carriers.loadPermille();
    }

    /** How long the tasks took that ran on each thread of conversations. */
    public List<LoopTimes> loops() {
        return carriers.times();
    }

    /** How many events of conversations under way wait for the disk. */
    public long waitingForDisk() {
        return conversations.keySet().stream()
                .map(log::head)
                .mapToLong(head -> head.eventId() - head.durable())
                .sum();
    }

    /** Whether somebody who speaks is understood, and answered in sound. */
    public boolean hasVoice() {
        return parts.hasVoice();
    }

    /** The time by which everything here runs. */
    public TimeSource clock() {
        return clock;
    }

    /** The conversations of the record that have not ended and are not under way, with what their first event says; no damaged ones. */
    public Map<String, Json.Obj> unfinished() {
        return Unfinished.in(log, conversations.keySet());
    }

    /** What does not hold in the record, as opening it found: one sentence for each finding. */
    public List<String> recordFindings() {
        return log.findings().stream()
                .filter(finding -> !finding.isHarmless())
                .map(Finding::message)
                .toList();
    }

    /**
     * Ends the conversations that an earlier process did not live to end, for whoever does not go on with them. What was
     * allowed and not kept is kept, what was open is closed, and nothing is said or done any more. One with events that were
     * written while the record was closed is left as it is; {@link #recordFindings} names it.
     *
     * @return what was found open, one for each of them
     */
    public List<Found> endUnfinished() {
        return Unfinished.end(unfinished(), host, visit -> {
            HouseSpec house = parts.household().confirming(visit.speaker(), visit.confirmed());
            ReadWords words = new ReadWords(Understanding.NONE, new SentenceExtractor());
            HouseBooks seen = books.with(visit.confirmed(), words, _ -> false);
            return (recorder, time) -> SessionHousehold.recorded(house, recorder, time, seen);
        });
    }

    /** A name that no conversation of this record has yet: the given one and the lowest number that is free. */
    public String next(String name) {
        Set<String> taken = Set.copyOf(log.conversations());
        long number = 1;
        while (taken.contains(name + "-" + number) || conversations.containsKey(name + "-" + number)) {
            number++;
        }
        return name + "-" + number;
    }

    /** The record of this Parley, to read from. */
    public Runelog record() {
        return log;
    }

    /** The disk of its record, for what belongs beside it. */
    public Disk disk() {
        return disk;
    }

    Executor work() {
        return work;
    }

    /** Where words are read before they enter: on few threads, because reading computes and never waits for anything else. */
    Readers readers() {
        return readers;
    }

    /** From now on this bounds the text that waits in the conversations of clients until it is read. */
    public void boundWaitingText(TextBudget budget) {
        textBudget = budget;
    }

    TextBudget textBudget() {
        return textBudget;
    }

    /** What a conversation runs by whose sound goes to this far end, or nowhere. */
    Settings settings(@Nullable FarEnd far) {
        Settings all = parts.sessionSettings();
        return far == null ? all : far.settings(all);
    }

    boolean offer(String id, SessionEvent event) {
        return host.offer(id, event);
    }

    /** Somebody is to answer before a tool runs, and was not asked aloud. */
    void asked(Conversation talk, Question question) {
        Approval approval = parts.approval();
        if (approval != null) {
            work.execute(() -> approval.ask(question).thenAccept(yes -> talk.approved(question.call(), yes)));
        }
    }

    Runnable connect(String id) {
        return host.connect(id);
    }

    CompletableFuture<Boolean> isQuiet(String id) {
        return host.ask(id, ConversationLoop::isQuiet);
    }

    /** Looks at something where the conversation runs, which does not leave memory meanwhile. */
    <T extends @Nullable Object> CompletableFuture<T> inSeat(String id, Supplier<T> look) {
        return host.ask(id, _ -> look.get());
    }

    CompletableFuture<Ending> end(String id, String reason) {
        return host.end(id, reason);
    }

    void endAfter(String id, String reason, long delayMs, BooleanSupplier stillWanted) {
        host.endAt(id, clock.monotonicNanos() + TimeUnit.MILLISECONDS.toNanos(delayMs), reason, stillWanted);
    }

    /** The conversation under way with this id, or null. */
    public @Nullable Conversation conversation(String id) {
        lookup.accept(id);
        return conversations.get(id);
    }

    /**
     * From now on this is asked before a conversation is looked up, also while that one is being resumed, so that a client
     * finds it only when it is ready. It may go on with it.
     */
    public void beforeLookup(Consumer<String> asked) {
        lookup = asked;
    }

    /** The humans who may take the floor from the agents. */
    public List<String> humans() {
        return parts.roster().humans().stream().map(Roster.Human::id).toList();
    }

    /** Whether nobody answers in place of an agent that fails. */
    boolean hasOneAgent() {
        return parts.sessionSettings().roster().isAlone();
    }

    /** How many conversations are under way. */
    public int underWay() {
        return conversations.size();
    }

    /** How many of them are in memory. */
    public int inMemory() {
        return host.conversations();
    }

    /** How many of them have left memory until somebody is there. */
    public int evicted() {
        return host.evicted();
    }

    private CompletableFuture<Void> each(Function<Conversation, CompletableFuture<?>> action) {
        return CompletableFuture.allOf(
                conversations.values().stream().map(action).toArray(CompletableFuture[]::new));
    }

    /** Takes in nobody any more; turns under way end, with reason {@code drained} if they take long. */
    public void drain() {
        host.drain(SessionHost.DRAINED, DRAIN_MS).join();
    }

    /**
     * Lets every answer under way come to its end, for two seconds at most, ends the conversations and closes the record. One
     * that has left memory is left as it is: the next Parley over this record may go on with it.
     */
    @Override
    public void close() {
        each(Conversation::answered)
                .completeOnTimeout(null, DRAIN_MS, TimeUnit.MILLISECONDS)
                .join();
        host.endAll("disconnected").join();
        host.close();
        carriers.close();
        readers.close();
        if (parts.work() == null && work instanceof ExecutorService own) {
            var _ = own.shutdownNow();
        }
        log.close();
    }
}
