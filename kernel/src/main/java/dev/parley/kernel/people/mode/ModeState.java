package dev.parley.kernel.people.mode;

/** The mode, with the company that makes it so. */
public sealed interface ModeState {
    Company company();

    record Private() implements ModeState {
        @Override
        public Company company() {
            return Company.NOBODY;
        }
    }

    record SharedVerified(Company company) implements ModeState {}

    record SharedUnverified(Company company) implements ModeState {}

    /** The mode follows from the company, never the other way round (ruling B6). */
    static ModeState of(Company company) {
        return switch (company.mode()) {
            case PRIVATE -> new Private();
            case SHARED_VERIFIED -> new SharedVerified(company);
            case SHARED_UNVERIFIED -> new SharedUnverified(company);
        };
    }

    default Mode mode() {
        return company().mode();
    }
}
