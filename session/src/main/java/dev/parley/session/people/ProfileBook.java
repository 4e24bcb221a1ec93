package dev.parley.session.people;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.Head;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The profiles of a house in a conversation of their own (ruling X7). A change is one rune that holds the whole profile,
 * so none is ever half applied; a snapshot, written when the book is opened, saves reading from the beginning. After a
 * restart the book hands the people out again, and nothing else: no identity, no command, no loan, no consent.
 *
 * <p>Any thread may ask, and nobody waits for the disk here. All conversations share one journal, whose order is that of the appends: what a
 * conversation records and then says about a change is on disk only when the change is.
 */
public final class ProfileBook implements ProfileStore {
    /** The kind of a rune that holds one person's whole profile. */
    public static final String CHANGED = "profile.changed";

    private static final String SOURCE = "source";
    private static final int SNAPSHOT_EVERY = 64;

    /** A kept profile and the rune it was read from. */
    private record Page(Profile profile, long eventId) {}

    private final Runelog log;
    private final TimeSource time;
    private final Snapshots snapshots;
    private final String conversation;
    private final Map<String, Page> pages = new LinkedHashMap<>();

    private ProfileBook(Runelog log, Disk disk, String house, TimeSource time) {
        this.log = log;
        this.time = time;
        this.snapshots = new Snapshots(disk);
        this.conversation = dev.parley.runelog.House.conversation(house);
    }

    /** Reads the newest snapshot and everything after it. */
    public static ProfileBook open(Runelog log, Disk disk, String house, TimeSource time) throws IOException {
        ProfileBook book = new ProfileBook(log, disk, house, time);
        long cursor = book.readSnapshot();
        try (RuneReader reader = log.read(book.conversation, cursor)) {
            reader.forEach(book::turn);
        }
        Head head = log.head(book.conversation);
        if (head.durable() == head.eventId() && head.eventId() - cursor >= SNAPSHOT_EVERY) {
            book.writeSnapshot();
        }
        return book;
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
        try (RuneReader reader = log.read(conversation, 0)) {
            reader.forEach(rune -> see(rune, since));
        }
        if (!since.isKept()) {
            write(changes, new Source(verdict.conversation(), verdict.eventId()), since::over);
        }
    }

    private static void see(Rune rune, LaterChanges since) {
        String person = rune.payload().text("person");
        Profile profile = rune.payload().get("profile") instanceof Json.Obj json ? Profile.read(json) : null;
        if (rune.kind().equals(CHANGED) && person != null && profile != null) {
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
                Json.Obj payload =
                        Json.Obj.EMPTY.with("person", change.person()).with("profile", next.toJson());
                Json.Obj sourced = source == null ? payload : payload.with(SOURCE, source.toJson());
                drafts.add(RuneDraft.of(conversation, CHANGED, sourced)
                        .withVisibility(Visibility.SECRET)
                        .withTimes(0, time.wallMillis()));
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
        if (rune.kind().equals(CHANGED) && person != null && rune.payload().get("profile") instanceof Json.Obj json) {
            page(person, json, rune.eventId());
        }
    }

    private void page(String person, Json.Obj json, long eventId) {
        Profile profile = Profile.read(json);
        if (profile == null) {
            throw new IllegalStateException("event " + eventId + " of " + conversation + " holds no profile");
        }
        pages.put(person, new Page(profile, eventId));
    }

    /** Writes all profiles as they stand after the last rune. */
    private void writeSnapshot() throws IOException {
        Head head = log.head(conversation);
        Json.Obj all = Json.Obj.EMPTY;
        for (Map.Entry<String, Page> each : pages.entrySet()) {
            all = all.with(
                    each.getKey(),
                    Json.Obj.EMPTY
                            .with("profile", each.getValue().profile().toJson())
                            .with("event_id", each.getValue().eventId()));
        }
        byte[] state = all.canonical().getBytes(StandardCharsets.UTF_8);
        snapshots.write(new Snapshot(conversation, head.eventId(), head.hash(), state));
    }

    private long readSnapshot() throws IOException {
        Snapshot newest = snapshots.newest(conversation, log.head(conversation).durable());
        if (newest == null) {
            return 0;
        }
        if (!(decode(newest) instanceof Json.Obj all)) {
            throw new IllegalStateException("the snapshot of " + conversation + " holds no profiles");
        }
        all.fields().forEach((person, page) -> {
            if (page instanceof Json.Obj fields
                    && fields.get("profile") instanceof Json.Obj profile
                    && fields.number("event_id") != null) {
                page(person, profile, fields.number("event_id").longValueExact());
            }
        });
        return newest.eventId();
    }

    private Json decode(Snapshot snapshot) {
        try {
            return JsonDecoder.decode(new String(snapshot.state(), StandardCharsets.UTF_8));
        } catch (JsonDecoder.NotJson e) {
            throw new IllegalStateException("the snapshot of " + conversation + " is not JSON", e);
        }
    }
}
