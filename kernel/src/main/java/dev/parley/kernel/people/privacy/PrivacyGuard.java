package dev.parley.kernel.people.privacy;

import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.mode.Mode;

/**
 * Decides whether a fact may be said (the mode acts on privacy at once). It keeps nothing between two sentences: ask it
 * again for the next.
 */
public final class PrivacyGuard {
    private PrivacyGuard() {}

    /** What to do with a sentence. */
    public enum Say {
        /** As it is. */
        SAY,
        /** So that it does not show whom it is about or what it is. */
        NEUTRALLY,
        /** Not at all. */
        WITHHOLD
    }

    public static Say decide(Disclosure disclosure) {
        return switch (disclosure.sensitivity()) {
            case PUBLIC -> Say.SAY;
            case PERSONAL -> personal(disclosure);
            case SENSITIVE -> sensitive(disclosure);
        };
    }

    private static Say personal(Disclosure disclosure) {
        if (disclosure.isAlone()) {
            return Say.SAY;
        }
        if (disclosure.mode() == Mode.SHARED_UNVERIFIED || !disclosure.listenerConfirmed()) {
            return Say.WITHHOLD;
        }
        return maySpread(disclosure) ? Say.SAY : Say.NEUTRALLY;
    }

    private static Say sensitive(Disclosure disclosure) {
        if (disclosure.isAlone()) {
            return Say.SAY;
        }
        boolean isKnownCompany = disclosure.mode() == Mode.SHARED_VERIFIED && disclosure.listenerConfirmed();
        return isKnownCompany && disclosure.listener().equals(disclosure.owner()) && maySpread(disclosure)
                ? Say.NEUTRALLY
                : Say.WITHHOLD;
    }

    /** An adult's consent lets a fact be heard by others; nobody consents for being a child. */
    private static boolean maySpread(Disclosure disclosure) {
        return disclosure.consented() && disclosure.ownerAge() == AgeClass.ADULT;
    }
}
