package dev.parley.kernel.people;

/** What a person is to the household (ruling B8). A delegation never changes it. */
public enum Role {
    OWNER,
    ADMIN,
    OPERATOR,
    GUEST;

    /** Whether this role looks after the other people: it may delegate, and vouch for a birthdate. */
    public boolean looksAfterOthers() {
        return this == OWNER || this == ADMIN;
    }
}
