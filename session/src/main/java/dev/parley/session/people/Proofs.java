package dev.parley.session.people;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.Masked;
import dev.parley.session.port.People;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How people prove who they are: whoever claims to be somebody gives that person's PIN (ruling B2), and from then on speaks as
 * that person. Its callers hold the lock of the household.
 */
final class Proofs {
    static final String CLAIM = "explicit_identity_claim";
    static final String VOICE = "voice";
    private static final String FAILURE = "validation_failure";

    private final HouseTalk.Asking house;
    private final Supplier<House> present;
    private final Pins pins;
    private final DigitScans scans = new DigitScans();
    private final PinTries tries;
    private final Supplier<OffsetDateTime> now;
    /** Whoever is heard under another name than their own, by that name. */
    private final Map<String, String> proven = new LinkedHashMap<>();

    private final Map<String, String> claims = new LinkedHashMap<>();

    private @Nullable String told;

    Proofs(HouseTalk.Asking house, Supplier<House> present, Pins pins, PinTries tries, Supplier<OffsetDateTime> now) {
        this.house = house;
        this.present = present;
        this.pins = pins;
        this.tries = tries;
        this.now = now;
    }

    /** Who is heard under this name. */
    String speaker(String voice) {
        return proven.getOrDefault(voice, voice);
    }

    /** Whether somebody who is heard under another name has turned out to be this person. */
    boolean isProven(String person) {
        return proven.containsValue(person);
    }

    boolean hasPin(String person) {
        return pins.has(person);
    }

    /** Looks for digits in words that are about to enter. From any thread. */
    void scan(String text) {
        if (!pins.isEmpty()) {
            scans.keep(DigitScan.of(text));
        }
    }

    Masked takePins(String text, People.Uttered uttered) {
        boolean expected = present.get().people().values().stream()
                .anyMatch(person -> pins.has(person.id())
                        && (claims.containsValue(person.id())
                                || person.identity() instanceof IdentityState.Probable
                                || person.identity() instanceof IdentityState.Ambiguous));
        if (pins.isEmpty()) {
            return Masked.of(text);
        }
        DigitScan words = scans.take(text);
        return switch (uttered) {
            case PARTLY -> Masked.of(pins.masked(words, expected));
            case WHOLLY -> pins.confided(words, expected);
        };
    }

    /**
     * Somebody is about to say that they are this person. After a wrong PIN no claim is taken until that has timed out; while tries
     * are left it times out now, so that the right one still counts.
     */
    void expects(String person) {
        Person claimed = present.get().person(person);
        if (claimed != null
                && claimed.identity() instanceof IdentityState.Rejected
                && pins.has(person)
                && tries.pause(person, now.get().toInstant()).isZero()) {
            house.ask(SessionHousehold.SYSTEM, "identity", person, "timeout", Json.Obj.EMPTY);
        }
    }

    /** Somebody says that they are this person. Who is known as that person already has nothing to prove. */
    void claims(String by, String person) {
        Person known = present.get().person(person);
        if (!by.equals(person) || known == null || !known.isConfirmed()) {
            claims.put(by, person);
        }
    }

    /** The PIN that these words offer, or null. */
    @Nullable
    String take(Masked words, String by) {
        return pins.take(words, by);
    }

    /** Somebody gives this PIN; what came of it, or null where nobody is to prove anything. */
    @Nullable
    Heard prove(String by, String given) {
        String claimed = claims.get(by);
        String who = claimed == null && isDoubted(by) ? by : claimed;
        Person person = who == null ? null : present.get().person(who);
        if (person == null || !pins.has(person.id())) {
            return null;
        }
        claims.remove(by);
        if (isPaused(person.id())) {
            return failed(person.id());
        }
        boolean fits = pins.fits(person.id(), given);
        if (!fits) {
            tries.missed(person.id(), now.get().toInstant());
            isPaused(person.id());
        }
        String action = switch (person.identity()) {
            case IdentityState.Ambiguous _ -> fits ? "clarification_success" : "";
            case IdentityState.Confirmed _, IdentityState.ConfirmedActive _ -> fits ? CLAIM : "";
            default -> fits ? "validation_success" : FAILURE;
        };
        if (action.isEmpty()) {
            return failed(person.id());
        }
        Json.Obj parameters = Json.Obj.EMPTY.with("person", person.id()).with(VOICE, by);
        Verdict<Place> verdict = house.ask(
                SessionHousehold.SYSTEM,
                "identity",
                person.id(),
                action,
                action.equals(CLAIM) ? parameters.with("proven", true) : parameters);
        if (!fits || !verdict.isAllowed()) {
            return failed(person.id());
        }
        speaksAs(by, person.id());
        return Heard.of("identity", "validation_success", person.id(), Json.Obj.EMPTY, verdict);
    }

    /** A right PIN that was not believed is told from a wrong one by nothing that is said. */
    private static Heard failed(String person) {
        return new Heard("identity", FAILURE, person, Json.Obj.EMPTY, false, "");
    }

    /** Whether too many wrong PINs were given for this person; whoever gave the last is told. */
    private boolean isPaused(String person) {
        Duration pause = tries.pause(person, now.get().toInstant());
        if (pause.isZero()) {
            return false;
        }
        long minutes = Math.max(1, pause.plusSeconds(59).toMinutes());
        told = "Too many wrong PINs were given for " + HouseTerms.named(person) + ". I take none for the next "
                + (minutes == 1 ? "minute." : minutes + " minutes.");
        return true;
    }

    /** What to tell who gave the last PIN, once; null for nothing. */
    @Nullable
    String takeTold() {
        String words = told;
        told = null;
        return words;
    }

    private boolean isDoubted(String person) {
        Person known = present.get().person(person);
        return known != null && known.identity() instanceof IdentityState.Ambiguous;
    }

    private void speaksAs(String by, String person) {
        if (proven.containsValue(by)) {
            proven.replaceAll((_, now) -> now.equals(by) ? person : now);
        } else if (!by.equals(person)) {
            proven.put(by, person);
        }
    }

    /** Knows again who has proved who they are, from what was recorded. */
    void takeUp(List<Rune> recorded) {
        for (Rune rune : recorded) {
            if (EventCatalogue.is(rune, HouseholdDecided.class)
                    && EventCatalogue.read(rune) instanceof HouseholdDecided verdict) {
                takeUp(verdict);
            }
        }
    }

    private void takeUp(HouseholdDecided verdict) {
        Json.Obj given = verdict.parameters();
        String voice = given == null ? null : given.text(VOICE);
        Decided decided = verdict.decided();
        boolean isProof = decided.isAllowed()
                && !decided.action().equals(FAILURE)
                && decided.actor().equals(SessionHousehold.SYSTEM);
        if (voice != null && isProof) {
            speaksAs(voice, decided.target());
        }
    }
}
