package dev.parley.kernel.tool;

/**
 * Who answered a request for approval, as the house knows them. The standing comes from the identity and age machines,
 * never from the answer itself.
 */
public record Approver(String id, Standing standing) {

    /** Only a confirmed adult approves. */
    public enum Standing {
        CONFIRMED_ADULT,
        MINOR,
        UNCONFIRMED,
        /** An agent, a tool, a memory, a transcript: data, and data is never authority. */
        NOT_A_PERSON
    }

    public static Approver adult(String id) {
        return new Approver(id, Standing.CONFIRMED_ADULT);
    }
}
