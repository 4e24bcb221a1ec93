package dev.parley.session.people;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.Approver;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.VerdictRecorder;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.time.LoopClock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The people of one conversation under the household's rules; every verdict is in the conversation's log. */
public final class SessionHousehold implements People {
    private static final String SYSTEM = "system";

    private final List<Resident> residents;
    private final LoopClock clock;
    private final Catalogue catalogue = Catalogue.standard();
    private final VerdictRecorder verdicts;
    private final Registrar<Place, HouseEvent> registrar;

    public SessionHousehold(List<Resident> residents, Recorder recorder, LoopClock clock) {
        this.residents = List.copyOf(residents);
        this.clock = clock;
        Household room = new Household();
        this.verdicts = new VerdictRecorder(recorder, room.name(), Json.Obj.EMPTY);
        this.registrar = new Registrar<>(room, verdicts);
    }

    @Override
    public void settleIn() {
        for (Resident resident : residents) {
            Json.Obj who = Json.Obj.EMPTY.with("person", resident.id()).with("role", resident.role());
            ask(
                    SYSTEM,
                    null,
                    resident.id(),
                    "person_added",
                    resident.birthdate() == null
                            ? who
                            : who.with("birthdate", resident.birthdate().toString()));
            if (resident.confirmed()) {
                Json.Obj person = Json.Obj.EMPTY.with("person", resident.id());
                ask(SYSTEM, "identity", resident.id(), "explicit_identity_claim", person);
                ask(SYSTEM, "identity", resident.id(), "validation_success", person);
            }
        }
    }

    @Override
    public void takeUp(List<Rune> recorded) {
        verdicts.takeUp(registrar, recorded);
    }

    private @Nullable Person person(String id) {
        return Household.house(registrar.view()).person(id);
    }

    @Override
    public Approver approver(String id) {
        Person known = person(id);
        if (known == null || !known.isConfirmed()) {
            return new Approver(id, Approver.Standing.UNCONFIRMED);
        }
        return known.isConfirmedAdult() ? Approver.adult(id) : new Approver(id, Approver.Standing.MINOR);
    }

    @Override
    public Answer command(String id, String command) {
        if (residents.isEmpty() || catalogue.command(command) == null) {
            return Answer.NOT_A_COMMAND;
        }
        Json.Obj wanted = named(command, id);
        ask(SpeechStreams.actor(id), "command", id, "command_detected", wanted);
        return switch (state(id)) {
            case CommandState.Executed executed when executed.order().command().equals(command) -> Answer.RELEASED;
            case CommandState.PendingConfirmation waiting
            when waiting.order().command().equals(command) -> Answer.AWAITS_YES;
            case CommandState.Denied _, CommandState.Cancelled _ -> {
                ask(SYSTEM, "command", id, "done", Json.Obj.EMPTY);
                yield Answer.DENIED;
            }
            case CommandState.Idle _,
                    CommandState.PendingAuthorization _,
                    CommandState.PendingConfirmation _,
                    CommandState.Executed _ -> Answer.DENIED;
            case null -> Answer.DENIED;
        };
    }

    private @Nullable CommandState state(String id) {
        Person known = person(id);
        return known == null ? null : known.command();
    }

    private static Json.Obj named(String command, String by) {
        return Json.Obj.EMPTY.with("command", command).with("by", by);
    }

    @Override
    public boolean answered(String id, String command, boolean yes) {
        Json.Obj answer = named(command, id);
        return yes
                ? ask(SpeechStreams.actor(id), "command", id, "confirmation_received", answer)
                        .isAllowed()
                : ask(SpeechStreams.actor(id), "command", id, "context_changed", answer.with("reason", "declined"))
                        .isAllowed();
    }

    @Override
    public void executed(String id, String command, boolean success) {
        ask(SYSTEM, "command", id, success ? "execution_success" : "execution_failure", named(command, id));
        ask(SYSTEM, "command", id, "done", Json.Obj.EMPTY);
    }

    @Override
    public void dropped(String id, String command, boolean expired) {
        if (state(id) instanceof CommandState.PendingConfirmation) {
            ask(
                    SYSTEM,
                    "command",
                    id,
                    expired ? "confirmation_timeout" : "context_changed",
                    named(command, id).with("reason", expired ? "timeout" : "context"));
        }
        ask(SYSTEM, "command", id, "done", Json.Obj.EMPTY);
    }

    /** People who say something speak for themselves; everything else the runtime has noticed. */
    @Override
    public void changed(PeopleChanged event) {
        boolean spoken =
                event.action().equals("explicit_statement") || event.machine().equals("command");
        String about = event.target().isEmpty() && !residents.isEmpty()
                ? residents.getFirst().id()
                : event.target();
        ask(
                spoken ? SpeechStreams.actor(event.by()) : SYSTEM,
                event.machine(),
                about,
                event.action(),
                event.by().isEmpty() || !spoken
                        ? event.parameters()
                        : event.parameters().with("by", event.by()));
    }

    private Verdict<Place> ask(
            String actor, @Nullable String machine, String target, String action, Json.Obj parameters) {
        return registrar.request(new Request(
                Instant.ofEpochMilli(clock.steadyMillis()).atOffset(ZoneOffset.UTC),
                actor,
                target,
                action,
                parameters,
                machine));
    }
}
