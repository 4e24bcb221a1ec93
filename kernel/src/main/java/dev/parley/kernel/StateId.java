package dev.parley.kernel;

/** One version of one subject's state. Version 1 has no parent; every other version's parent is the one before. */
public record StateId(String subject, long version) {
    @Override
    public String toString() {
        return subject + "@" + version;
    }
}
