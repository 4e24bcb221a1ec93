package dev.parley.provider.conformance;

/** What the kit checks, each as the sentence that must hold. */
public enum Check {
    BEGINS_WITH_STARTED("the first event of a call says that it started"),
    ENDS_EXACTLY_ONCE("a call ends exactly once, and nothing follows"),
    SUCCEEDS_WITH_CONTENT("a good request succeeds and gives something"),
    SHOWS_ITS_INVOCATION("every event shows the invocation it belongs to"),
    STOPS_WHEN_CANCELLED("a cancelled call ends as cancelled within the declared time and gives nothing after"),
    TAKES_A_SECOND_CANCEL("cancelling twice or after the end changes nothing"),
    HONOURS_A_CANCELLED_TOKEN("a call whose token is already cancelled gives nothing and ends as cancelled"),
    REFUSES_ANOTHER_KIND("a request of another kind ends as an error that is not tried again"),
    STOPS_WHEN_REFUSED("a call whose events are not taken stops producing"),
    KEEPS_CALLS_APART("two calls at once each give their own events"),
    ORDERS_ITS_CONTENT("content comes in order: media time, words and voices never run back, terms come before words"),
    TAKES_NO_LATE_INPUT("a call takes no audio after its input was finished"),
    TAKES_ALL_INPUT_AT_ONCE("a call that is given all its audio in one go succeeds: it was another provider's before"),
    STAYS_WITHIN_ITS_CREDIT("a call gives nothing beyond its credit, stays open meanwhile and goes on with more"),
    STREAMS_AS_DECLARED(
            "a call of a provider that streams gives text or audio in several pieces, and others give one text"),
    SHOWS_LIFE("while a call owes something it is never silent for longer than it declares"),
    SPEAKS_AT_THE_RATE("speech at half the rate is longer than at the normal one"),
    DECIDES_ONCE("a judgement about the end of a turn is given once");

    private final String sentence;

    Check(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
