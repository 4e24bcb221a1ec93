package dev.parley.app.talk;

import dev.parley.kernel.AttestationSink;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.tool.Approver;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The household as one conversation asks it: who is here, and may they have this done? */
final class HouseDesk {
    private final Catalogue catalogue = Catalogue.standard();
    private final Registrar<Place, HouseEvent> registrar;
    private final Supplier<OffsetDateTime> now;

    /** The people of the house unless a configuration says otherwise. */
    private enum Resident {
        ANA("ana", "OWNER", "1980-05-01"),
        BEN("ben", "OPERATOR", "1985-09-12"),
        CHRIS("chris", "GUEST", "2011-02-03"),
        DORA("dora", "GUEST", "2018-06-21");

        private final String id;
        private final String role;
        private final String birthdate;

        Resident(String id, String role, String birthdate) {
            this.id = id;
            this.role = role;
            this.birthdate = birthdate;
        }
    }

    /** What the house says to a command. */
    sealed interface Answer {
        /** It may run, once. */
        record Released() implements Answer {}

        /** It may run after a yes of the same person. */
        record AwaitsYes() implements Answer {}

        /** It may not run. */
        record Denied(String reason) implements Answer {}
    }

    HouseDesk(AttestationSink sink, Supplier<OffsetDateTime> now) {
        this.registrar = new Registrar<>(new Household(), sink);
        this.now = now;
    }

    static List<String> residents() {
        return List.of(Resident.values()).stream().map(resident -> resident.id).toList();
    }

    /** The people of the house move in; who talks is confirmed if they said who they are. */
    synchronized void settleIn(String speaker, boolean confirmed) {
        for (Resident resident : Resident.values()) {
            Json.Obj who = Json.Obj.EMPTY
                    .with("person", resident.id)
                    .with("role", resident.role)
                    .with("birthdate", resident.birthdate);
            ask("system", "", resident.id, "person_added", who);
        }
        if (!residents().contains(speaker)) {
            ask(
                    "system",
                    "",
                    speaker,
                    "person_added",
                    Json.Obj.EMPTY.with("person", speaker).with("role", "GUEST"));
        }
        if (confirmed) {
            Json.Obj seen = Json.Obj.EMPTY.with("person", speaker).with("confidence", Json.of(1));
            ask("system", "identity", speaker, "satellite_identity", seen);
            ask("system", "identity", speaker, "validation_success", Json.Obj.EMPTY.with("person", speaker));
            ask("system", "identity", speaker, "speaking_turn", Json.Obj.EMPTY.with("person", speaker));
        }
    }

    synchronized boolean knows(String command) {
        return catalogue.command(command) != null;
    }

    /** May this person have this command run? A yes given before counts for exactly that command. */
    synchronized Answer command(String person, String command) {
        if (isReleased(person, command)) {
            return new Answer.Released();
        }
        Json.Obj wanted = Json.Obj.EMPTY.with("command", command).with("by", person);
        Verdict<Place> verdict = ask(user(person), "command", person, "command_detected", wanted);
        if (isReleased(person, command)) {
            return new Answer.Released();
        }
        if (command.equals(awaitingYes(person))) {
            return new Answer.AwaitsYes();
        }
        ask("system", "command", person, "done", Json.Obj.EMPTY);
        return new Answer.Denied(reason(verdict));
    }

    private boolean isReleased(String person, String command) {
        return stateOf(person) instanceof CommandState.Executed executed
                && executed.result() == null
                && executed.order().command().equals(command);
    }

    /** The command for which this person has been asked for a yes, or null. */
    synchronized @Nullable String awaitingYes(String person) {
        return stateOf(person) instanceof CommandState.PendingConfirmation waiting
                ? waiting.order().command()
                : null;
    }

    /** This person as someone who answers a request for approval. */
    synchronized Approver approver(String person) {
        Person known = Household.house(registrar.view()).person(person);
        if (known == null || !known.isConfirmed()) {
            return new Approver(person, Approver.Standing.UNCONFIRMED);
        }
        return known.isConfirmedAdult() ? Approver.adult(person) : new Approver(person, Approver.Standing.MINOR);
    }

    /** The person's own yes or no to the command that waits for it. */
    synchronized void answered(String person, String command, boolean yes) {
        Json.Obj named = Json.Obj.EMPTY.with("command", command).with("by", person);
        if (yes) {
            ask(user(person), "command", person, "confirmation_received", named);
        } else {
            cancelled(person, named.with("reason", "declined"));
        }
    }

    /** The person went on to something else before they said yes or no. */
    synchronized void dropped(String person, String command) {
        cancelled(
                person,
                Json.Obj.EMPTY.with("command", command).with("by", person).with("reason", "context"));
    }

    private void cancelled(String person, Json.Obj why) {
        ask(user(person), "command", person, "context_changed", why);
        ask("system", "command", person, "done", Json.Obj.EMPTY);
    }

    /** The command ran, and this came of it. */
    synchronized void executed(String person, String command, boolean success) {
        Json.Obj named = Json.Obj.EMPTY.with("command", command).with("by", person);
        ask("system", "command", person, success ? "execution_success" : "execution_failure", named);
        ask("system", "command", person, "done", Json.Obj.EMPTY);
    }

    private static String user(String person) {
        return "user_" + person;
    }

    private Verdict<Place> ask(String actor, String machine, String target, String action, Json.Obj parameters) {
        return registrar.request(
                new Request(now.get(), actor, target, action, parameters, machine.isEmpty() ? null : machine));
    }

    private CommandState stateOf(String person) {
        Person known = Household.house(registrar.view()).person(person);
        return known == null ? new CommandState.Idle(null) : known.command();
    }

    private static String reason(Verdict<Place> verdict) {
        List<Violation> broken = new ArrayList<>(verdict.violations());
        verdict.followed().forEach(next -> broken.addAll(next.violations()));
        return broken.isEmpty()
                ? "the house does not allow it"
                : broken.getFirst().reason();
    }
}
