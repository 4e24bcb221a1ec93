package dev.parley;

import dev.parley.agent.tool.CallSandbox;
import dev.parley.agent.tool.SystemTime;
import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.ToolCatalogue;
import dev.parley.agent.tool.ToolMode;
import dev.parley.agent.tool.ToolPolicy;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.provider.Modality;
import dev.parley.provider.ModelProvider;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderProfile.Timeouts;
import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.HostBounds;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.Resident;
import dev.parley.session.people.Understanding;
import dev.parley.session.settings.Roster;
import dev.parley.session.settings.Settings;
import dev.parley.session.settings.Settings.Agency;
import dev.parley.session.tool.ProcessTools;
import dev.parley.session.turn.ConversationPipeline;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a {@link Parley} is made of. Everything but the model has a default that is safe. */
public final class ParleyBuilder {
    private final RecordSource record;
    private final List<Tool> tools = new ArrayList<>();
    private final List<Resident> people = new ArrayList<>();
    private final Map<String, Model> models = new HashMap<>();
    private final List<Roster.Human> humans = new ArrayList<>();
    private @Nullable Model model;
    private Timeouts modelTimeouts = TextProviders.TIMEOUTS;
    private @Nullable AgentSource source;
    private ToolPolicy policy = ToolPolicy.of(ToolMode.AUTO);
    private CallSandbox sandbox = CallSandbox.CLOSED;
    private @Nullable HouseSpec household;
    private @Nullable Approval approval;
    private @Nullable Supplier<Map<Modality, Provider>> voices;
    private Settings settings = Settings.DEFAULTS.with(Agency.LIVE);
    private ConversationPipeline pipeline = ConversationPipeline.standard(Map.of());
    private Understanding understanding = Understanding.NONE;
    private Duration evictedAfter = Duration.ZERO;
    private HostBounds bounds = HostBounds.NONE;
    private TimeSource clock = new SystemTime();
    private @Nullable Executor work;
    private int carriers = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    ParleyBuilder(RecordSource record) {
        this.record = record;
    }

    /** Who answers. It may block; it is called on threads of its own. */
    public ParleyBuilder model(Model value) {
        model = value;
        return this;
    }

    /** How long the model may take for an answer, and how long it may be silent meanwhile; then the call is cancelled. */
    public ParleyBuilder modelTimeouts(Duration answer, Duration silence) {
        modelTimeouts = new Timeouts(answer.toMillis(), silence.toMillis());
        return this;
    }

    /** Who answers while this agent of the roster has the floor, in place of the model of all others. */
    public ParleyBuilder model(String agent, Model value) {
        models.put(agent, value);
        return this;
    }

    /** The agents that may have the floor, and how they are supervised. The first one has it at the begin. */
    public ParleyBuilder roster(Roster value) {
        settings = settings.with(value);
        return this;
    }

    /** Somebody who may take the floor from the agents, and interrupts them: {@link Speakers#takeOver}. */
    public ParleyBuilder human(String id) {
        humans.add(new Roster.Human(id, Roster.Human.PRIORITY));
        return this;
    }

    /** Whoever answers, with tools of their own, in place of a model and tools. */
    public ParleyBuilder agent(AgentSource value) {
        source = value;
        return this;
    }

    /** What the model may ask for. By default tools that only read just run, and all others ask first. */
    public ParleyBuilder tools(Tool... more) {
        tools.addAll(List.of(more));
        return this;
    }

    /** Whether tools run, ask or are denied, instead of the default. */
    public ParleyBuilder policy(ToolPolicy value) {
        policy = value;
        return this;
    }

    /** One tool runs, asks or is denied whatever the others do. */
    public ParleyBuilder rule(String tool, Ruling ruling) {
        policy = policy.with(tool, ruling);
        return this;
    }

    /** Judges paths and addresses in arguments; by default a call that names one does not run. */
    public ParleyBuilder sandbox(CallSandbox value) {
        sandbox = value;
        return this;
    }

    /** Somebody whom conversations may be with. */
    public ParleyBuilder person(String id, Role role, LocalDate birthdate) {
        people.add(new Resident(id, role.name(), birthdate, false));
        return this;
    }

    /** A whole household with its commands, in place of single people. */
    public ParleyBuilder household(HouseSpec value) {
        household = value;
        return this;
    }

    /**
     * Approves calls in the program's own name; nobody is asked aloud about those then. A command of the house that
     * asks is asked aloud all the same: no program can give a person's yes.
     */
    public ParleyBuilder approval(Approval value) {
        approval = value;
        return this;
    }

    /** What listens and speaks in a conversation over a {@link FarEnd}: asked once for each of them. */
    public ParleyBuilder voices(Supplier<Map<Modality, Provider>> value) {
        voices = value;
        return this;
    }

    public ParleyBuilder settings(Settings value) {
        settings = value.roster().equals(Roster.ALONE) ? value.with(settings.roster()) : value;
        return this;
    }

    /** What the house takes from the words of its people before the model is asked. */
    public ParleyBuilder understanding(Understanding value) {
        understanding = value;
        return this;
    }

    /** What turns run by, in place of the standard pipeline. */
    public ParleyBuilder pipeline(ConversationPipeline value) {
        pipeline = value;
        return this;
    }

    public ParleyBuilder clock(TimeSource value) {
        clock = value;
        return this;
    }

    /**
     * Where models, tools and everything else that may block runs, in place of a virtual thread for each. It is not shut down by
     * the Parley, and must not run things on the thread that hands them over: that is one of those that conversations run on.
     */
    public ParleyBuilder work(Executor value) {
        work = value;
        return this;
    }

    /** On how many threads conversations run. */
    public ParleyBuilder carriers(int value) {
        carriers = value;
        return this;
    }

    /**
     * After so long a conversation to which nobody is connected and in which nothing happens leaves memory, and comes back at the
     * next thing said in it. By default every conversation stays until it is over; one held in sound always does.
     */
    public ParleyBuilder evictingAfter(Duration idle) {
        evictedAfter = idle;
        return this;
    }

    /** How many conversations are in memory at most when another one is to begin. By default there is no bound. */
    public ParleyBuilder within(HostBounds most) {
        bounds = most;
        return this;
    }

    /**
     * Opens the record.
     *
     * @throws dev.parley.runelog.disk.LockedException when another process has the folder
     */
    public Parley open() throws IOException {
        return new Parley(this);
    }

    boolean hasVoice() {
        return voices != null;
    }

    Map<Modality, Provider> voices() {
        return voices == null ? Map.of() : voices.get();
    }

    ConversationPipeline pipeline() {
        return pipeline;
    }

    RecordSource record() {
        return record;
    }

    AgentSource agents(Executor threads) {
        if (source != null) {
            return source;
        }
        AgentParts own = agent();
        GuardedProvider shared = TextProviders.guarded(
                new ModelProvider(TextProviders.profile(Modality.LLM, modelTimeouts), own.model(), threads));
        return (_, place) -> new AgentSource.Agent(
                shared,
                new ProcessTools(
                        new ToolCatalogue(own.tools()), own.policy(), own.sandbox(), place.door(), place.work()),
                own.understanding());
    }

    @Nullable
    Approval approval() {
        return approval;
    }

    /** The agent that this describes. */
    public AgentParts agent() {
        if (model == null) {
            throw new IllegalStateException("a Parley needs a model: Parley.in(folder).model(...).open()");
        }
        Model all = models.isEmpty() ? model : new AgentModels(model, models);
        return new AgentParts(all, tools, declared(), sandbox, understanding, approval);
    }

    /** A program that brings a tool declares it, with the terms of the policy's mode where it says nothing else (ruling B18). */
    private ToolPolicy declared() {
        ToolPolicy declared = policy;
        for (Tool tool : tools) {
            if (!policy.rules().containsKey(tool.spec().name())) {
                ToolPolicy.Answer answer = policy.judge(tool.spec());
                declared = declared.with(tool.spec().name(), new ToolPolicy.Rule(answer.ruling(), answer.terms()));
            }
        }
        return declared;
    }

    HouseSpec household() {
        return household == null ? HouseSpec.of(people) : household;
    }

    /** The agent asks aloud, except where the program approves. */
    Settings sessionSettings() {
        Settings all = settings.with(roster());
        return approval == null ? all : all.with(settings.agency().withApprover());
    }

    Roster roster() {
        Roster all = settings.roster();
        for (Roster.Human human : humans) {
            all = all.with(human);
        }
        return all;
    }

    Duration evictedAfter() {
        return evictedAfter;
    }

    HostBounds bounds() {
        return bounds;
    }

    TimeSource clock() {
        return clock;
    }

    @Nullable
    Executor work() {
        return work;
    }

    int carriers() {
        return carriers;
    }

    ZoneId zone() {
        return ZoneId.systemDefault();
    }
}
