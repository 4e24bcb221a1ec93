package dev.parley.session.people;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.event.HouseholdEvents.KnowledgeLearned;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.household.Wait;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.privacy.Judgement;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.people.privacy.KnownFacts;
import dev.parley.kernel.people.privacy.Prepared;
import dev.parley.kernel.people.privacy.TonePolicy.Tone;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.Approver;
import dev.parley.session.event.Masked;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.port.CommandCall;
import dev.parley.session.port.HouseAsks;
import dev.parley.session.port.HouseSays;
import dev.parley.session.port.KeptOverride;
import dev.parley.session.port.People;
import dev.parley.session.record.Past;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.time.LoopClock;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The people of one conversation under its rules, recorded in its log. Asked on the loop's thread and where tools run. */
public final class SessionHousehold implements People {
    static final String SYSTEM = "system";
    private final HouseSpec spec;
    private final HouseTime time;
    private final ProfileStore profiles;
    private final @Nullable VerdictRecorder<Place, HouseEvent> verdicts;
    private final Registrar<Place, HouseEvent> registrar;
    private final Confidences confidences;
    private final ProfileUpdates updates;
    private final HouseCommands commands;
    private final TimeoutWatch timeouts;
    private final Residents residents;
    private final Voices voices;
    private final Attendance attendance;
    private Understanding understanding = Understanding.NONE;
    private Predicate<String> reader = _ -> false;
    private final Proofs proofs;
    private final HouseTalk talk;
    private final HouseView view;
    private final Calendar calendar = new Calendar();
    private @Nullable Keepsakes keepsakes;

    SessionHousehold(
            HouseSpec spec,
            Registrar<Place, HouseEvent> registrar,
            @Nullable VerdictRecorder<Place, HouseEvent> verdicts,
            Consumer<Knowledge> learned,
            HouseTime time,
            ProfileStore profiles,
            PinTries tries) {
        this.spec = spec;
        this.time = time;
        this.profiles = profiles;
        this.verdicts = verdicts;
        this.confidences = new Confidences(learned);
        this.registrar = registrar;
        this.residents = new Residents(
                spec.residents(),
                (machine, target, action, parameters) -> ask(SYSTEM, machine, target, action, parameters),
                confidences,
                this::person);
        this.updates = new ProfileUpdates(
                (actor, target, action, parameters) -> ask(actor, "profile", target, action, parameters), this::person);
        this.commands = new HouseCommands(
                spec.catalogue(),
                (actor, target, action, parameters) -> ask(actor, "command", target, action, parameters),
                this::person);
        this.proofs = new Proofs(this::ask, this::house, new Pins(spec.pins()), tries, time::now);
        this.timeouts = new TimeoutWatch(spec.timeouts(), time, verdicts, this::decide, this::timePassed);
        this.talk = new HouseTalk(this, this::ask, this::house, updates, proofs, timeouts, spec.residents());
        this.view = new HouseView(this, this::house, talk, proofs, confidences, spec.catalogue());
        this.voices = new Voices(timeouts);
        this.attendance = new Attendance(
                (target, action, parameters) -> ask(SYSTEM, "mode", target, action, parameters), this::house);
    }

    /** The household of a conversation that records itself on the loop's thread. */
    public static SessionHousehold recorded(HouseSpec spec, Recorder recorder, LoopClock clock) {
        return recorded(spec, recorder, HouseTime.of(clock), ProfileStore.NONE, new PinTries());
    }

    static SessionHousehold recorded(
            HouseSpec spec, Recorder recorder, HouseTime time, ProfileStore profiles, PinTries tries) {
        VerdictRecorder<Place, HouseEvent> verdicts =
                new VerdictRecorder<>(recorder, room(spec), new CommandTurns(recorder::turn));
        Consumer<Knowledge> learned = known -> recorder.write(new KnowledgeLearned(Confidences.fact(known)), 0);
        return new SessionHousehold(spec, verdicts.registrar(), verdicts, learned, time, profiles, tries);
    }

    /** The same with a past and a future: who lives there is remembered from conversation to conversation. */
    public static SessionHousehold recorded(HouseSpec spec, Recorder recorder, LoopClock clock, HouseBooks books) {
        SessionHousehold house =
                recorded(spec, recorder, HouseTime.of(clock, books.zone()), books.profiles(), books.tries());
        house.understanding = books.understanding();
        house.reader = books.reader();
        house.keepsakes = new Keepsakes(books.memories(), books.overrides(), recorder);
        return house;
    }

    public static Household room(HouseSpec spec) {
        return new Household(spec.catalogue(), AgeTable.DEFAULT);
    }

    /** First who was here before, as the house remembers them; then everyone else. */
    @Override
    public synchronized void settleIn() {
        profiles.missing(house(), time.now()).forEach(registrar::request);
        residents.moveIn();
        if (keepsakes != null) {
            keepsakes.recall(residents.recognised(), confidences);
            attendance.begin(residents.recognised());
        }
    }

    @Override
    public synchronized void forgotten() {
        if (keepsakes != null && keepsakes.relearn(residents.recognised(), confidences)) {
            house().people().values().forEach(each -> updates.forgetAllBut(profiles.fields(each.id()), each));
        }
    }

    @Override
    public synchronized String speaker(String voice) {
        return proofs.speaker(voice);
    }

    @Override
    public synchronized Masked takePins(String text, Uttered uttered) {
        return proofs.takePins(text, uttered);
    }

    @Override
    public boolean reads(String text) {
        return reader.test(text);
    }

    /** Who is not confirmed leaves nothing in the house. */
    @Override
    public synchronized HouseSays said(Masked taken, String by, long fromMs, Rune words) {
        if (keepsakes != null) {
            calendar.day(house(), time.today(), (person, date) -> ask(SYSTEM, "age", person, "date_tick", date));
        }
        understanding.heard(taken.text(), by);
        HouseSays says = talk.said(taken, by, fromMs, understanding, words.eventId());
        if (approver(by).standing() != Approver.Standing.UNCONFIRMED && keepsakes != null) {
            keepsakes.remember(by, words, understanding, confidences::learn);
        }
        return says;
    }

    @Override
    public HouseAsks asks() {
        return talk.questions();
    }

    public HouseView view() {
        return view;
    }

    @Override
    public synchronized @Nullable String greeting(String id) {
        return calendar.greeting(house(), id, view.address(id));
    }

    @Override
    public synchronized void part() {
        if (keepsakes != null) {
            talk.part();
        }
    }

    @Override
    public Json.@Nullable Obj manner(String text) {
        return understanding.manner(text);
    }

    @Override
    public synchronized Json.Obj keep() {
        return timeouts.keep();
    }

    @Override
    public synchronized @Nullable String unfounded(Past past) {
        Person person = new FoundedPeople(spec.residents(), profiles).firstUnfounded(house(), past);
        return person == null ? null : person.id();
    }

    @Override
    public synchronized List<String> takeUp(Past past) {
        timeouts.restore(past.people());
        UnkeptChange.redo(past, verdicts, profiles).forEach(timeouts::waited);
        timeouts.goOn(house());
        confidences.takeUp(past.runes());
        proofs.takeUp(past.runes());
        if (keepsakes != null) {
            attendance.takeUp(residents.recognised(), past.runes());
        }
        residents.comeLater();
        forgotten();
        return talk.questions().unanswered();
    }

    @Override
    public synchronized void settle(Past past) {
        var _ = UnkeptChange.redo(past, verdicts, profiles);
        confidences.takeUp(past.runes());
    }

    private House house() {
        return Household.house(registrar.view());
    }

    private @Nullable Person person(String id) {
        return house().person(id);
    }

    @Override
    public synchronized Approver approver(String id, String tool) {
        return commands.approver(id, tool);
    }

    @Override
    public synchronized Answer command(String id, CommandCall call) {
        return commands.command(id, call);
    }

    @Override
    public synchronized @Nullable String dispatchRefusal(String id, CommandCall call) {
        return commands.dispatchRefusal(id, call);
    }

    @Override
    public synchronized Violation refusal() {
        return commands.refusal();
    }

    @Override
    public long yesWithinMs() {
        return spec.timeouts().of(Wait.CONFIRMATION).toMillis();
    }

    @Override
    public synchronized void awaitsYes(CommandCall call, long laterMs) {
        timeouts.awaits(call.id(), laterMs);
    }

    @Override
    public synchronized boolean answered(String id, CommandCall call, boolean yes, long event) {
        return commands.answered(id, call, yes, event);
    }

    @Override
    public synchronized boolean answered(String id, String tool, boolean yes, long event) {
        return commands.answered(id, tool, yes, event);
    }

    @Override
    public synchronized void executed(String id, CommandCall call, boolean success) {
        commands.executed(id, call, success);
        if (success && call.tool().equals(KnownFacts.FORGET)) {
            forget(id);
        }
    }

    /** What people told is gone from profiles and memories, here and in later conversations. The record itself stays. */
    private void forget(String by) {
        profiles.missing(house(), time.now()).forEach(registrar::request);
        house().people().values().forEach(each -> updates.clear(by, each, profiles.fields(each.id())));
        confidences.forget();
        if (keepsakes != null) {
            keepsakes.forget(confidences);
        }
    }

    @Override
    public synchronized void dropped(String id, CommandCall call, boolean expired) {
        timeouts.overdue();
        commands.dropped(id, call, expired);
    }

    @Override
    public synchronized @Nullable Judgement judge(String sentence, String listener) {
        return house().people().isEmpty() ? null : confidences.judge(house(), sentence, listener, time.today());
    }

    @Override
    public synchronized Object grounds(String listener) {
        return confidences.grounds(house(), listener, time.today());
    }

    @Override
    public synchronized Set<String> owners(String text) {
        return house().people().isEmpty() ? Set.of() : confidences.owners(house(), text, time.today());
    }

    @Override
    public synchronized @Nullable Tone tone(String listener) {
        return house().people().isEmpty() ? null : confidences.tone(house(), listener);
    }

    @Override
    public synchronized void learned(Knowledge knowledge, @Nullable Prepared ready) {
        confidences.learn(knowledge, ready);
    }

    @Override
    public synchronized String company() {
        return house().people().isEmpty() ? "" : house().mode().name();
    }

    @Override
    public synchronized String present() {
        return house().people().isEmpty() ? "" : house().modeState().company().printed();
    }

    public synchronized @Nullable String fact(String id, String field) {
        return updates.fact(id, field);
    }

    public synchronized void remember(String id, String field, String value) {
        timeouts.overdue();
        updates.remember(id, field, value);
    }

    /** What somebody who is not confirmed chooses holds in this conversation alone. */
    @Override
    public synchronized void chose(String id, Json.@Nullable Obj override, long eventId) {
        if (approver(id).standing() != Approver.Standing.UNCONFIRMED && keepsakes != null) {
            keepsakes.chose(id, eventId, override);
        }
    }

    @Override
    public synchronized List<KeptOverride> chosenElsewhere() {
        return keepsakes == null ? List.of() : keepsakes.chosenElsewhere(house());
    }

    @Override
    public synchronized boolean haveAllConsentedTo(String purpose) {
        return house().haveAllConsentedTo(purpose);
    }

    @Override
    public synchronized void changed(PeopleChanged event) {
        updates.changed(event, () -> talk.changed(event));
    }

    /** A confirmed person who speaks is the active one (section 1) until they have been silent for long enough. */
    @Override
    public synchronized void spoke(String voice, String id) {
        timeouts.overdue();
        voices.began(voice, id);
        attendance.spoke(id, proofs.isProven(id));
        takesTurn(id);
    }

    @Override
    public synchronized void takesTurn(String id) {
        timeouts.overdue();
        Person known = person(id);
        if (known != null && known.identity() instanceof IdentityState.Confirmed) {
            ask(SYSTEM, "identity", id, "speaking_turn", Json.Obj.EMPTY);
        }
    }

    @Override
    public synchronized void fellSilent(String voice) {
        voices.ended(voice);
    }

    @Override
    public synchronized void unheard() {
        voices.severed();
    }

    private Verdict<Place> ask(
            String actor, @Nullable String machine, String target, String action, Json.Obj parameters) {
        timeouts.overdue();
        return decide(new Request(time.now(), actor, target, action, parameters, machine));
    }

    private Verdict<Place> decide(Request request) {
        House before = house();
        Verdict<Place> verdict = registrar.request(request);
        if (verdict.isAllowed()) {
            profiles.keep(ProfileChange.between(before, house(), request), UnkeptChange.source(verdicts));
        }
        calendar.decided(verdict);
        timeouts.observe(house(), request.at().toInstant());
        attendance.decided(request, verdict.isAllowed());
        return verdict;
    }

    private synchronized void timePassed() {
        timeouts.passed();
    }

    @Override
    public synchronized void rest() {
        timeouts.rest();
    }

    @Override
    public synchronized void wake() {
        timeouts.wake();
    }
}
