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
    ORDERS_ITS_CONTENT("content comes in order: media time never runs back, nothing follows a final transcript"),
    TAKES_NO_LATE_INPUT("a call takes no audio after its input was finished");

    private final String sentence;

    Check(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
