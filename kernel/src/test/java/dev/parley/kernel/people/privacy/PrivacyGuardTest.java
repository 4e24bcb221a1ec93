package dev.parley.kernel.people.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.mode.Mode;
import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Mode changes affect privacy at once; age affects content and tone. */
class PrivacyGuardTest {
    private static Say say(Sensitivity what, String listener, boolean confirmed, Mode mode, boolean consented) {
        Set<String> present = mode == Mode.PRIVATE ? Set.of() : Set.of("ben");
        return PrivacyGuard.decide(
                new Disclosure("ana", AgeClass.ADULT, what, listener, confirmed, mode, present, consented));
    }

    @ParameterizedTest
    @CsvSource({
        "PUBLIC,ben,false,SHARED_UNVERIFIED,false,SAY",
        "PERSONAL,ana,true,PRIVATE,false,SAY",
        "PERSONAL,ana,false,PRIVATE,false,WITHHOLD",
        "PERSONAL,ana,true,SHARED_VERIFIED,false,NEUTRALLY",
        "PERSONAL,ana,true,SHARED_VERIFIED,true,SAY",
        "PERSONAL,ana,true,SHARED_UNVERIFIED,true,WITHHOLD",
        "PERSONAL,ben,true,PRIVATE,false,NEUTRALLY",
        "SENSITIVE,ana,true,PRIVATE,false,SAY",
        "SENSITIVE,ana,true,SHARED_VERIFIED,false,WITHHOLD",
        "SENSITIVE,ana,true,SHARED_VERIFIED,true,NEUTRALLY",
        "SENSITIVE,ana,true,SHARED_UNVERIFIED,true,WITHHOLD",
        "SENSITIVE,ben,true,PRIVATE,true,WITHHOLD",
    })
    void saysNoMoreThanTheCompanyMayHear(
            Sensitivity what, String listener, boolean confirmed, Mode mode, boolean consented, Say expected) {
        assertEquals(expected, say(what, listener, confirmed, mode, consented));
    }

    /** Two sentences, and somebody comes in between. */
    @Test
    void actsOnTheVeryNextSentence() {
        assertEquals(Say.SAY, say(Sensitivity.SENSITIVE, "ana", true, Mode.PRIVATE, false));
        assertEquals(Say.WITHHOLD, say(Sensitivity.SENSITIVE, "ana", true, Mode.SHARED_UNVERIFIED, false));
        assertEquals(Say.SAY, say(Sensitivity.SENSITIVE, "ana", true, Mode.PRIVATE, false));
    }

    /** In unverified company nothing about anybody is said, whatever was consented to. */
    @ParameterizedTest
    @EnumSource(AgeClass.class)
    void saysNothingPersonalBeforeStrangers(AgeClass age) {
        for (Sensitivity what : Set.of(Sensitivity.PERSONAL, Sensitivity.SENSITIVE)) {
            for (boolean consented : new boolean[] {true, false}) {
                Disclosure disclosure =
                        new Disclosure("ana", age, what, "ana", true, Mode.SHARED_UNVERIFIED, Set.of("x"), consented);
                assertEquals(Say.WITHHOLD, PrivacyGuard.decide(disclosure));
            }
        }
    }

    @Test
    void spreadsNothingOfAMinorByConsent() {
        Disclosure disclosure = new Disclosure(
                "chris", AgeClass.TEEN, Sensitivity.PERSONAL, "chris", true, Mode.SHARED_VERIFIED, Set.of("ben"), true);
        assertEquals(Say.NEUTRALLY, PrivacyGuard.decide(disclosure));
    }

    @Test
    void speaksToAnUnknownAgeAsToAChild() {
        TonePolicy policy = TonePolicy.standard();
        assertEquals(policy.toneFor(AgeClass.CHILD), policy.toneFor(AgeClass.UNKNOWN));
        assertTrue(policy.toneFor(AgeClass.UNKNOWN).topicsWithheld().contains("gambling"));
        assertFalse(policy.toneFor(AgeClass.ADULT).topicsWithheld().contains("gambling"));
        assertThrows(IllegalArgumentException.class, () -> new TonePolicy(Map.of()));
    }
}
