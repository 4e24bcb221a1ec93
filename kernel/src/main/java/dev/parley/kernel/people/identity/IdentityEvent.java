package dev.parley.kernel.people.identity;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What bears on an identity. */
public sealed interface IdentityEvent {
    /** A recogniser's opinion that this person is there. */
    record SignalReceived(Source source, String person, BigDecimal confidence) implements IdentityEvent {}

    record IdentityClaimed(String person) implements IdentityEvent {}

    /** The probable person proved it; a name, where one is given, must be theirs. */
    record ValidationSucceeded(@Nullable String person) implements IdentityEvent {}

    record ValidationFailed() implements IdentityEvent {}

    record TimedOut() implements IdentityEvent {}

    record StrongConflictFound() implements IdentityEvent {}

    record SpeakingTurnBegan() implements IdentityEvent {}

    record SilenceTimedOut() implements IdentityEvent {}

    record ConversationEnded() implements IdentityEvent {}

    /** One of several candidates turned out to be the one; without a name it is the best supported. */
    record ClarificationSucceeded(@Nullable String person) implements IdentityEvent {}
}
