package dev.parley.kernel.tool;

/**
 * Who answered a request for approval, as the house knows them. The standing comes from the identity and age machines,
 * never from the answer itself.
 */
public record Approver(String id, Standing standing) {

    /** Only a confirmed adult whose role opens it approves; where nobody lives, whoever runs the house does, and everywhere the approver that a program names (ruling B15). */
    public enum Standing {
        CONFIRMED_ADULT,
        /** Somebody who runs the house and has shown so at its edge. They stand for no person. */
        OPERATOR,
        /** Whom the program that holds the conversation has named to approve. They stand for no person either. */
        APPROVER,
        /** A confirmed adult whose role does not open the command that the call is, and to whom its group was not lent. */
        OTHER_ROLE,
        MINOR,
        UNCONFIRMED,
        /** An agent, a tool, a memory, a transcript: data, and data is never authority. */
        NOT_A_PERSON
    }

    /** Under this name those who run the house answer, whatever they are called. */
    public static final String OPERATOR = "operator";

    /** Under this name the program's approver answers. */
    public static final String APPROVER = "approver";

    /** Commands of the house are between the house and its people. */
    public static Approver named(boolean isCommand) {
        return new Approver(APPROVER, isCommand ? Standing.OTHER_ROLE : Standing.APPROVER);
    }

    public static Approver operator() {
        return new Approver(OPERATOR, Standing.OPERATOR);
    }

    public static Approver adult(String id) {
        return new Approver(id, Standing.CONFIRMED_ADULT);
    }
}
