package dev.parley.session.people;

import dev.parley.kernel.Level;
import dev.parley.kernel.Request;
import dev.parley.kernel.Violation;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HouseholdEvents.ProfileChanged;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The profiles of a house in a conversation of their own (ruling X7). A change is one rune that holds the whole profile,
 * so none is ever half applied. After a restart the book hands the people out again, and nothing else: no identity, no
 * command, no loan, no consent.
 *
 * <p>The book is a file that a program other than this one can append to. A rune of it therefore gives no authority by itself: a
 * role or a birthdate is taken from it only if {@link AuthoritySources} finds the same in the configuration or in the
 * verdict that the rune names. A rune without such a source is reported and not applied, and neither is one that was written
 * while the log was closed, whatever it says.
 *
 * <p>Any thread may ask, and nobody waits for the disk here. All conversations share one journal, whose order is that of the appends: what a
 * conversation records and then says about a change is on disk only when the change is.
 */
public final class ProfileBook implements ProfileStore {
    private static final String SOURCE = "source";

    /** A profile in the book gives a role or a birthdate only if the configuration or an allowed verdict does. */
    static final String FOUNDED = "people.profile.founded";

    /** A kept profile and the rune it was read from. */
    private record Page(Profile profile, long eventId) {}

    private final Runelog log;
    private final TimeSource time;
    private final String conversation;
    private final Map<String, Page> pages = new LinkedHashMap<>();
    /** By person, every role and birthdate that was applied. */
    private final Map<String, Set<Authority>> applied = new HashMap<>();

    private ProfileBook(Runelog log, String house, TimeSource time) {
        this.log = log;
        this.time = time;
        this.conversation = dev.parley.runelog.House.conversation(house);
    }

    /**
     * Reads the whole book, because no shorter copy of it can be checked.
     *
     * @param configured the household of the configuration, which needs no verdict for the roles and birthdates in it
     */
    public static ProfileBook open(Runelog log, String house, HouseSpec configured, TimeSource time) {
        ProfileBook book = new ProfileBook(log, house, time);
        AuthoritySources sources = new AuthoritySources(AuthoritySources.Records.of(log), configured);
        List<Refused> refused = new ArrayList<>();
        CountedPages.open(log, book.conversation, rune -> book.takeUp(rune, sources, refused));
        refused.forEach(each -> log.report(book.conversation, each.eventId(), each.violation()));
        return book;
    }

    /** A rune of the book that was not applied, and why. */
    private record Refused(long eventId, Violation violation) {}

    private void takeUp(Rune rune, AuthoritySources sources, List<Refused> refused) {
        String why = sources.refusal(rune);
        if (why == null) {
            turn(rune);
        } else {
            String told = conversation + ": event " + rune.eventId() + " was not applied: " + why;
            refused.add(new Refused(rune.eventId(), new Violation(FOUNDED, Level.REJECT, told)));
        }
    }

    /** Each request names the rune it comes from (ruling X7). */
    @Override
    public synchronized List<Request> people(OffsetDateTime at) {
        List<Request> requests = new ArrayList<>();
        pages.forEach((person, page) -> {
            Json.Obj source = Json.Obj.EMPTY.with("conversation", conversation).with("event_id", page.eventId());
            Json.Obj parameters =
                    Json.Obj.EMPTY.with("profile", page.profile().toJson()).with(SOURCE, source);
            requests.add(new Request(at, "system", person, "person_added", parameters));
        });
        return requests;
    }

    @Override
    public synchronized Known known(String person, Profile profile) {
        Set<Authority> all = applied.get(person);
        Authority asked = Authority.of(profile);
        if (all == null) {
            return Known.UNKNOWN;
        }
        if (all.contains(asked)) {
            return Known.FOUNDED;
        }
        boolean hasRole = all.stream().anyMatch(each -> each.role().equals(asked.role()));
        return hasRole ? Known.OTHER_BIRTHDATE : Known.OTHER_ROLE;
    }

    @Override
    public synchronized Set<String> fields(String person) {
        Page page = pages.get(person);
        Set<String> fields = new TreeSet<>();
        if (page != null) {
            page.profile().facts().values().forEach((field, value) -> {
                if (!(value instanceof Json.Null)) {
                    fields.add(field);
                }
            });
        }
        return fields;
    }

    @Override
    public void keep(List<ProfileChange> changes, @Nullable Source source) {
        if (!changes.isEmpty()) {
            write(changes, source, ProfileChange::onto);
        }
    }

    /** Reads the whole book, which is why this is for a verdict of which nothing else is known. */
    @Override
    public synchronized void keepLate(List<ProfileChange> changes, Rune verdict) {
        if (changes.isEmpty()) {
            return;
        }
        LaterChanges since = new LaterChanges(verdict);
        log.commit();
        CountedPages.read(log, conversation, rune -> see(rune, since));
        if (!since.isKept()) {
            write(changes, new Source(verdict.conversation(), verdict.eventId()), since::over);
        }
    }

    private static void see(Rune rune, LaterChanges since) {
        String person = rune.payload().text("person");
        Profile profile = rune.payload().get("profile") instanceof Json.Obj json ? Profile.read(json) : null;
        if (EventCatalogue.is(rune, ProfileChanged.class) && person != null && profile != null) {
            since.see(rune, person, profile, Source.read(rune.payload().get(SOURCE)));
        }
    }

    private synchronized void write(
            List<ProfileChange> changes,
            @Nullable Source source,
            BiFunction<ProfileChange, @Nullable Profile, Profile> merging) {
        List<RuneDraft> drafts = new ArrayList<>();
        for (ProfileChange change : changes) {
            Page page = pages.get(change.person());
            Profile newest = page == null ? null : page.profile();
            Profile next = merging.apply(change, newest);
            if (!next.equals(newest)) {
                ProfileChanged changed =
                        new ProfileChanged(change.person(), next.toJson(), source == null ? null : source.reference());
                drafts.add(EventCatalogue.draft(conversation, changed).withTimes(0, time.wallMillis()));
            }
        }
        log.appendAll(drafts, WriteClass.IRREVERSIBLE).forEach(receipt -> turn(receipt.rune()));
    }

    /** The same people for a conversation with somebody whom the house does not know: nothing of them is kept. */
    public ProfileStore readOnly() {
        return new ProfileStore() {
            @Override
            public List<Request> people(OffsetDateTime at) {
                return ProfileBook.this.people(at);
            }

            @Override
            public Known known(String person, Profile profile) {
                return ProfileBook.this.known(person, profile);
            }

            @Override
            public Set<String> fields(String person) {
                return ProfileBook.this.fields(person);
            }

            @Override
            public void keep(List<ProfileChange> changes, @Nullable Source source) {}

            @Override
            public void keepLate(List<ProfileChange> changes, Rune verdict) {}
        };
    }

    private void turn(Rune rune) {
        String person = rune.payload().text("person");
        Profile profile = rune.payload().get("profile") instanceof Json.Obj json ? Profile.read(json) : null;
        if (EventCatalogue.is(rune, ProfileChanged.class) && person != null && profile != null) {
            pages.put(person, new Page(profile, rune.eventId()));
            applied.computeIfAbsent(person, _ -> new HashSet<>()).add(Authority.of(profile));
        }
    }
}
