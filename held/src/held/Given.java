package held;

/** What a test needs beforehand. Where it does not hold, the test has shown nothing, so this is no assertion. */
public final class Given {
    private Given() {}

    public static void that(boolean holds, Object otherwise) {
        if (!holds) {
            throw new IllegalStateException("beforehand: " + otherwise);
        }
    }
}
