package dev.parley.kernel.people.delegation;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.Parameters;
import dev.parley.kernel.people.Speaker;
import dev.parley.kernel.people.command.CommandGroup;
import org.jspecify.annotations.Nullable;

/** Reads requests as events of a delegation. */
public final class DelegationReader {
    private DelegationReader() {}

    public static Reading<DelegationEvent> read(Request request) {
        Parameters parameters = new Parameters(request);
        return parameters.reading(event(request, parameters), "delegation");
    }

    private static @Nullable DelegationEvent event(Request request, Parameters parameters) {
        parameters.text("by");
        return switch (request.action()) {
            case "delegation_intent_detected" -> new DelegationEvent.IntentDetected(loan(request, parameters));
            case "owner_confirmation" ->
                new DelegationEvent.OwnerConfirmed(
                        Speaker.named(request), Speaker.isImpersonated(request), named(parameters));
            case "owner_denial" -> new DelegationEvent.OwnerDeclined();
            case "revoke_command" -> new DelegationEvent.Revoked(named(parameters));
            case "timeout" -> new DelegationEvent.TimedOut();
            case "conversation_end" -> new DelegationEvent.ConversationEnded();
            case "done" -> new DelegationEvent.Done();
            default -> null;
        };
    }

    private static Loan.Named named(Parameters parameters) {
        boolean saysGroup = parameters.text("group") != null;
        return new Loan.Named(
                saysGroup ? parameters.one(CommandGroup.class, "group", CommandGroup.SYSTEM) : null,
                parameters.text("to"));
    }

    private static Loan loan(Request request, Parameters parameters) {
        parameters.requiredText("group");
        CommandGroup group = parameters.one(CommandGroup.class, "group", CommandGroup.SYSTEM);
        String to = parameters.text("to");
        String delegate = to == null ? request.target() : to;
        return new Loan(group, delegate, lender(request, delegate));
    }

    /** Whoever is named or speaks lends; the delegate who asks for a loan, or a program that noticed it, does not. */
    private static @Nullable String lender(Request request, String delegate) {
        String named = Speaker.by(request);
        String lender = named == null ? Speaker.person(request.actor()) : named;
        return lender == null || Speaker.isSame(lender, delegate) ? null : lender;
    }
}
