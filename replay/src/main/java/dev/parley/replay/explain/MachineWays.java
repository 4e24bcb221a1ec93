package dev.parley.replay.explain;

import dev.parley.kernel.Request;
import dev.parley.kernel.View;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Kept;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.mode.ModeState;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What might be asked of one machine about people. */
final class MachineWays implements Ways<Kept<Object>> {
    private static final String SYSTEM = "system";
    private static final String ADULT = "ADULT";

    private final String machine;

    MachineWays(String machine) {
        this.machine = machine;
    }

    @Override
    public List<Request> instead(View<Kept<Object>> view, Request denied) {
        return of(machine, state(view, denied), denied).stream()
                .filter(other -> other.action().equals(denied.action()))
                .toList();
    }

    @Override
    public List<Request> before(View<Kept<Object>> view, Request denied, int step) {
        return of(machine, state(view, denied), denied);
    }

    private static @Nullable Object state(View<Kept<Object>> view, Request denied) {
        Kept<Object> kept = view.state(denied.target());
        return kept == null ? null : kept.state();
    }

    /** @param state the machine's, or null if nobody has mentioned the target yet */
    static List<Request> of(String machine, @Nullable Object state, Request denied) {
        return switch (machine) {
            case "identity" -> identity(denied);
            case "addressing" -> addressing(denied);
            case "age" -> age(denied);
            case "mode" -> mode(state instanceof ModeState mode ? mode : new ModeState.Private(), denied);
            case "command" ->
                command(state instanceof CommandState command ? command : new CommandState.Idle(null), denied);
            case "profile" -> profile(denied);
            case "delegation" ->
                delegation(state instanceof DelegationState loan ? loan : new DelegationState.None(), denied);
            case "consent" -> consent(denied);
            default -> List.of();
        };
    }

    /** Requests on the target of a denied one, gathered. */
    private static final class Asked {
        private final Request denied;
        private final List<Request> all = new ArrayList<>();

        private Asked(Request denied) {
            this.denied = denied;
        }

        private Asked add(String actor, String action, Json.Obj parameters) {
            all.add(denied.instead(actor, denied.target(), action, parameters));
            return this;
        }

        private Asked add(Json.Obj parameters, String... actions) {
            for (String action : actions) {
                add(SYSTEM, action, parameters);
            }
            return this;
        }

        /** A parameter of the denied request, or what stands for it. */
        private String given(String key, String otherwise) {
            String text = denied.parameters().text(key);
            return text == null ? otherwise : text;
        }
    }

    private static List<Request> identity(Request denied) {
        Asked it = new Asked(denied);
        Json.Obj person = Json.Obj.EMPTY.with("person", it.given("person", denied.target()));
        return it.add(SYSTEM, denied.action(), denied.parameters())
                .add(person, "explicit_identity_claim")
                .add(
                        Json.Obj.EMPTY,
                        "validation_success",
                        "speaking_turn",
                        "silence_timeout",
                        "strong_conflict",
                        "clarification_success",
                        "validation_failure",
                        "timeout")
                .all;
    }

    private static List<Request> addressing(Request denied) {
        Asked it = new Asked(denied);
        Json.Obj sure = Json.Obj.EMPTY.with("confidence", new Json.Num(new BigDecimal("0.9")));
        return it.add(SYSTEM, denied.action(), denied.parameters())
                .add(sure, "inferred_signal")
                .add(Json.Obj.EMPTY, "conflicting_signal")
                .all;
    }

    private static List<Request> age(Request denied) {
        Asked it = new Asked(denied);
        Json.Obj birthdate = Json.Obj.EMPTY.with("birthdate", it.given("birthdate", "1980-05-01"));
        return it.add(SYSTEM, denied.action(), denied.parameters())
                .add(birthdate.with("approved", true), "birthdate_updated")
                .add(birthdate, "birthdate_known")
                .add(Json.Obj.EMPTY, "confidence_drop")
                .all;
    }

    private static List<Request> mode(ModeState state, Request denied) {
        Asked it = new Asked(denied);
        it.add(
                denied.actor(),
                denied.action(),
                denied.parameters().with("confirmed", true).with("age", ADULT));
        it.add(SYSTEM, denied.action(), denied.parameters());
        for (String person : state.company().detected().keySet()) {
            it.add(Json.Obj.EMPTY.with("person", person), "participant_left", "identity_confirmed", "identity_unknown");
        }
        Json.Obj person = Json.Obj.EMPTY.with("person", it.given("person", "guest"));
        return it.add(Json.Obj.EMPTY, "participant_left")
                .add(person.with("known", false), "participant_detected")
                .add(person.with("known", true), "participant_detected")
                .all;
    }

    private static List<Request> command(CommandState state, Request denied) {
        Asked it = new Asked(denied);
        Order order = state.order();
        String by = order == null ? it.given("by", "ana") : order.by();
        Json.Obj named = Json.Obj.EMPTY
                .with("command", order == null ? it.given("command", "turn_on_light") : order.command())
                .with("by", by);
        String asker = "user_" + by;
        return it.add(asker, denied.action(), named)
                .add(SYSTEM, denied.action(), Json.Obj.EMPTY)
                .add(asker, "command_detected", named)
                .add(named.with("requires_confirmation", true), "authorization_granted")
                .add(named, "authorization_granted", "authorization_denied")
                .add(asker, "confirmation_received", named)
                .add(Json.Obj.EMPTY, "execution_success", "done")
                .all;
    }

    private static List<Request> profile(Request denied) {
        Asked it = new Asked(denied);
        Json.Obj update = Json.Obj.EMPTY
                .with("field", it.given("field", "nickname"))
                .with("value", it.given("value", "1980-05-01"))
                .with("age", ADULT);
        return it.add(SYSTEM, denied.action(), denied.parameters().with("age", ADULT))
                .add("user_owner", denied.action(), denied.parameters())
                .add(update, "profile_update_requested", "authority_verified")
                .add(update.with("confirmation_required", true), "authority_verified")
                .add("user_owner", "owner_confirmation_received", Json.Obj.EMPTY)
                .add(Json.Obj.EMPTY, "authority_denied", "context_changed", "applied", "done")
                .all;
    }

    private static List<Request> delegation(DelegationState state, Request denied) {
        Asked it = new Asked(denied);
        Loan loan = state.loan();
        String lender = loan == null ? null : loan.by();
        String by = lender == null ? it.given("by", "ana") : lender;
        Json.Obj lent = Json.Obj.EMPTY.with("group", it.given("group", "media")).with("by", by);
        return it.add("user_" + by, denied.action(), Json.Obj.EMPTY.with("by", by))
                .add(SYSTEM, denied.action(), denied.parameters())
                .add("user_" + by, "delegation_intent_detected", lent)
                .add("user_" + by, "owner_confirmation", Json.Obj.EMPTY.with("by", by))
                .add(Json.Obj.EMPTY, "owner_denial", "timeout", "revoke_command", "done")
                .all;
    }

    private static List<Request> consent(Request denied) {
        Asked it = new Asked(denied);
        Json.Obj purpose = Json.Obj.EMPTY.with("purpose", it.given("purpose", "recording"));
        String granter = "user_" + it.given("by", denied.target());
        return it.add(SYSTEM, denied.action(), denied.parameters())
                .add(purpose, "consent_request")
                .add(granter, "explicit_grant", purpose)
                .add(Json.Obj.EMPTY, "timeout", "revoke", "done")
                .all;
    }
}
