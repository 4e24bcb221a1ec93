package dev.parley.kernel.tool;

/**
 * Who answered a request for approval, as the house knows them. The standing comes from the identity and age machines,
 * never from the answer itself.
 */
public record Approver(String id, Standing standing) {

    /** Only a confirmed adult whose role opens it approves; where nobody lives, whoever runs the house does (ruling B15). */
    public enum Standing {
        CONFIRMED_ADULT,
        /** Somebody who runs the house and has shown so at its edge. They stand for no person. */
        OPERATOR,
        /** A confirmed adult whose role does not open the command that the call is, and to whom its group was not lent. */
        OTHER_ROLE,
        MINOR,
        UNCONFIRMED,
        /** An agent, a tool, a memory, a transcript: data, and data is never authority. */
        NOT_A_PERSON
    }

    /** Under this name those who run the house answer, whatever they are called. */
    public static final String OPERATOR = "operator";

    public static Approver operator() {
        return new Approver(OPERATOR, Standing.OPERATOR);
    }

    public static Approver adult(String id) {
        return new Approver(id, Standing.CONFIRMED_ADULT);
    }
}
