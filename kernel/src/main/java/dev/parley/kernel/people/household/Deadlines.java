package dev.parley.kernel.people.household;

import dev.parley.kernel.StateJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.profile.ProfileState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which waits of a house are running and since when, as a value (rulings B10 and X6). The house and the moment enter after
 * every verdict; which event is due next, and when, leaves. Who has no clock folds a record with it as well.
 *
 * @param since in the order in which the people came into the house
 * @param speaking who is heard at the moment: their silence has not begun
 */
public record Deadlines(Timeouts timeouts, Map<Running, Instant> since, Set<String> speaking) {

    /**
     * One wait of one person.
     *
     * @param about what is waited for: another one is another wait, which begins anew
     */
    public record Running(String person, Wait kind, Object about) {
        /** The call whose command waits, or null. */
        @Nullable
        String call() {
            return about instanceof Order order ? order.binding().call() : null;
        }
    }

    public Deadlines {
        since = Collections.unmodifiableMap(new LinkedHashMap<>(since));
        speaking = Collections.unmodifiableSet(new TreeSet<>(speaking));
    }

    /** Nobody is in the house yet. */
    public static Deadlines none(Timeouts timeouts) {
        return new Deadlines(timeouts, Map.of(), Set.of());
    }

    private record Kept(Map<Running, Instant> since) {}

    /** What waits and since when, so that somebody else can go on from it. */
    public Json keep() {
        return StateJson.write(new Kept(since));
    }

    /**
     * What waited when this was kept, with the same waits.
     *
     * @throws IllegalArgumentException if this program could not have kept it
     */
    public Deadlines restored(Json kept) {
        return new Deadlines(timeouts, StateJson.read(kept, Kept.class).since(), Set.of());
    }

    /** After a verdict that led to this house: what still waits has waited since before, all else begins now. */
    public Deadlines after(House house, Instant at) {
        Map<Running, Instant> next = new LinkedHashMap<>();
        house.people().values().stream()
                .flatMap(Deadlines::running)
                .forEach(wait -> next.put(wait, since.getOrDefault(wait, at)));
        return new Deadlines(timeouts, next, speaking);
    }

    /** This person is heard; until they fall silent there is no silence to wait for. */
    public Deadlines heard(String person) {
        Set<String> more = new TreeSet<>(speaking);
        more.add(person);
        return new Deadlines(timeouts, since, more);
    }

    /** This person's silence begins now. */
    public Deadlines silent(String person, Instant at) {
        Set<String> fewer = new TreeSet<>(speaking);
        fewer.remove(person);
        Map<Running, Instant> next = new LinkedHashMap<>(since);
        next.replaceAll((wait, then) -> isSilence(wait, person) ? at : then);
        return new Deadlines(timeouts, next, fewer);
    }

    /** The wait for a yes to the command of this call begins then: its question was heard, or is not expected to be sooner. */
    public Deadlines awaiting(String call, Instant from) {
        Map<Running, Instant> next = new LinkedHashMap<>(since);
        next.replaceAll((wait, then) -> wait.kind() == Wait.CONFIRMATION && call.equals(wait.call()) ? from : then);
        return new Deadlines(timeouts, next, speaking);
    }

    /** The wait of this kind that runs for this person, or null. */
    public @Nullable Running running(String person, Wait kind) {
        return since.keySet().stream()
                .filter(wait -> wait.kind() == kind && wait.person().equals(person))
                .findFirst()
                .orElse(null);
    }

    /** This wait, which runs, has begun at another moment. */
    public Deadlines begun(Running wait, Instant from) {
        Map<Running, Instant> next = new LinkedHashMap<>(since);
        next.replace(wait, from);
        return new Deadlines(timeouts, next, speaking);
    }

    /** As after somebody set the clock back: what would begin only after {@code latest} begins now. */
    public Deadlines setBack(Instant now, Instant latest) {
        Map<Running, Instant> next = new LinkedHashMap<>(since);
        next.replaceAll((_, then) -> then.isAfter(latest) ? now : then);
        return new Deadlines(timeouts, next, speaking);
    }

    private static boolean isSilence(Running running, String person) {
        return running.kind() == Wait.SILENCE && running.person().equals(person);
    }

    /** Everything that is due at some time, the earliest first. */
    public List<Due> all() {
        List<Due> all = new ArrayList<>();
        since.forEach((running, then) -> {
            if (running.kind() != Wait.SILENCE || !speaking.contains(running.person())) {
                all.add(new Due(
                        then.plus(timeouts.of(running.kind())), running.person(), running.kind(), running.call()));
            }
        });
        all.sort(Comparator.comparing(Due::at));
        return List.copyOf(all);
    }

    /** What is due first, or null where nothing waits. */
    public @Nullable Due next() {
        List<Due> all = all();
        return all.isEmpty() ? null : all.getFirst();
    }

    /** Without a wait whose event was sent. */
    public Deadlines without(Due sent) {
        Map<Running, Instant> next = new LinkedHashMap<>(since);
        next.keySet()
                .removeIf(running -> running.kind() == sent.kind()
                        && running.person().equals(sent.person())
                        && Objects.equals(running.call(), sent.call()));
        return new Deadlines(timeouts, next, speaking);
    }

    private static Stream<Running> running(Person person) {
        Stream<@Nullable Running> own = Stream.of(
                identity(person),
                command(person, person.command()),
                profile(person),
                delegation(person),
                consent(person));
        Stream<@Nullable Running> calls =
                person.calls().values().stream().map(called -> command(person, called.state()));
        return Stream.concat(own, calls).filter(Objects::nonNull);
    }

    private static @Nullable Running identity(Person person) {
        IdentityState state = person.identity();
        Wait kind = switch (state) {
            case IdentityState.Probable _ -> Wait.IDENTITY;
            case IdentityState.Ambiguous _ -> Wait.IDENTITY;
            case IdentityState.Rejected _ -> Wait.IDENTITY;
            case IdentityState.ConfirmedActive _ -> Wait.SILENCE;
            case IdentityState.Unknown _ -> null;
            case IdentityState.Confirmed _ -> null;
        };
        return kind == null
                ? null
                : new Running(person.id(), kind, state.getClass().getSimpleName());
    }

    /** A yes that nothing has come of waits no longer than its question would have. */
    private static @Nullable Running command(Person person, CommandState command) {
        return switch (command) {
            case CommandState.Executed released
            when released.isUnusedYes() -> new Running(person.id(), Wait.CONFIRMATION, released.order());
            case CommandState.PendingAuthorization(var order) -> new Running(person.id(), Wait.AUTHORIZATION, order);
            case CommandState.PendingConfirmation(var order) -> new Running(person.id(), Wait.CONFIRMATION, order);
            case CommandState.Idle _ -> null;
            case CommandState.Executed _ -> null;
            case CommandState.Denied _ -> null;
            case CommandState.Cancelled _ -> null;
        };
    }

    private static @Nullable Running profile(Person person) {
        return switch (person.profile()) {
            case ProfileState.PendingConfirmation(var update) -> new Running(person.id(), Wait.PROFILE, update);
            case ProfileState.None _ -> null;
            case ProfileState.PendingValidation _ -> null;
            case ProfileState.Approved _ -> null;
            case ProfileState.Rejected _ -> null;
            case ProfileState.Cancelled _ -> null;
        };
    }

    private static @Nullable Running delegation(Person person) {
        return switch (person.delegation()) {
            case DelegationState.PendingConfirmation(var loan) ->
                new Running(person.id(), Wait.DELEGATION_CONFIRMATION, loan);
            case DelegationState.Active(var loan) -> new Running(person.id(), Wait.DELEGATION, loan);
            case DelegationState.None _ -> null;
            case DelegationState.Revoked _ -> null;
            case DelegationState.Expired _ -> null;
        };
    }

    private static @Nullable Running consent(Person person) {
        return switch (person.consent()) {
            case ConsentState.Pending(String purpose) -> new Running(person.id(), Wait.CONSENT, purpose);
            case ConsentState.None _ -> null;
            case ConsentState.Granted _ -> null;
            case ConsentState.Expired _ -> null;
            case ConsentState.Revoked _ -> null;
        };
    }
}
