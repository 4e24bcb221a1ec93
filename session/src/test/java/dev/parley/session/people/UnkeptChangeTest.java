package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.parley.kernel.Request;
import dev.parley.kernel.event.ControlEvents.MicrophoneMuted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.record.Past;
import dev.parley.session.record.RecordedRooms;
import dev.parley.session.record.Recorder;
import dev.parley.session.record.RoomStates;
import dev.parley.session.record.RunelogJournal;
import dev.parley.session.time.LoopClock;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a verdict changed in a profile reaches the book though the process was lost before it wrote it there. */
class UnkeptChangeTest {
    private static final String TALK = "talk";
    private static final PeopleChanged WISH =
            new PeopleChanged("addressing", "explicit_preference", "ana", Json.Obj.EMPTY.with("name", "Annie"), "ana");

    private static final OffsetDateTime START = OffsetDateTime.parse("2026-05-01T10:00:00Z");
    private static final long HOUR_MS = 3_600_000;

    private long nowMs = START.toInstant().toEpochMilli();
    private boolean lost;
    private final Runelog log;
    private final ProfileBook book;

    private final TimeSource time = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return nowMs * 1_000_000;
        }

        @Override
        public long wallMillis() {
            return nowMs;
        }
    };

    /** The book as a process sees it that is lost at some moment. */
    private final ProfileStore ofLostProcess = new ProfileStore() {
        @Override
        public List<Request> people(OffsetDateTime at) {
            return book().people(at);
        }

        @Override
        public Set<String> fields(String person) {
            return book().fields(person);
        }

        @Override
        public void keep(List<ProfileChange> changes, @Nullable Source source) {
            if (!lost) {
                book().keep(changes, source);
            }
        }

        @Override
        public void keepLate(List<ProfileChange> changes, Rune verdict) {
            book().keepLate(changes, verdict);
        }
    };

    private record Host(Recorder recorder, SessionHousehold house) {}

    UnkeptChangeTest() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        log = Runelog.open(disk, RunelogSettings.inline(time, RandomSource.seeded(1)));
        book = ProfileBook.open(log, "people", HouseSpec.standard(), time);
    }

    private ProfileBook book() {
        return book;
    }

    @AfterEach
    void close() {
        log.close();
    }

    private Host host(String conversation, List<Rune> recorded) {
        LoopClock clock = new LoopClock(time, (_, _, _) -> () -> {}, Runnable::run);
        if (!recorded.isEmpty()) {
            clock.goOnAfter(recorded);
        }
        Recorder recorder = new Recorder(conversation, RunelogJournal.inStep(log), clock);
        recorder.under(recorded.isEmpty() ? 1 : 2);
        HouseSpec spec = HouseSpec.standard().visitedBy("ana", true);
        PinTries tries = new PinTries();
        return new Host(recorder, SessionHousehold.recorded(spec, recorder, HouseTime.of(clock), ofLostProcess, tries));
    }

    private Host begun(String conversation) {
        Host host = host(conversation, List.of());
        host.house().settleIn();
        nowMs++;
        return host;
    }

    private List<Rune> recorded(String conversation) {
        log.commit();
        try (RuneReader reader = log.read(conversation, 0)) {
            return reader.toList();
        }
    }

    /** Another process goes on with the conversation. */
    private void takeUp(@Nullable RoomStates snapshot) {
        lost = false;
        nowMs++;
        List<Rune> runes = recorded(TALK);
        Past past = snapshot == null ? Past.whole(runes) : new Past(runes, snapshot, List.of(), null);
        Host next = host(TALK, runes);
        assertEquals(null, next.recorder().rooms().takeUp(past, RecordedRooms.Rules.OF_TODAY));
        next.house().takeUp(past);
    }

    /** What the book has of ana. */
    private Json.Obj kept(String part) {
        Json profile = book.people(START).stream()
                .filter(request -> request.target().equals("ana"))
                .findFirst()
                .orElseThrow()
                .parameters()
                .get("profile");
        return profile instanceof Json.Obj fields && fields.get(part) instanceof Json.Obj found
                ? found
                : Json.Obj.EMPTY;
    }

    private long changes() {
        return recorded("house:people").size();
    }

    @Test
    void isFoundThoughItIsTheFirstDecisionAfterASnapshot() {
        Host first = begun(TALK);
        RoomStates snapshot = first.recorder()
                .rooms()
                .keep(first.recorder().last(), first.house().keep());
        assertNotNull(snapshot);
        lost = true;
        first.house().changed(WISH);
        assertEquals(null, kept("addressing").text("name"));
        takeUp(snapshot);
        assertEquals("Annie", kept("addressing").text("name"));
    }

    /** An agent's tool runs beside the conversation, which goes on recording. */
    @Test
    void isFoundThoughOtherThingsWereRecordedAfterIt() {
        Host first = begun(TALK);
        lost = true;
        first.house().remember("ana", "tea", "green");
        first.recorder().write(new MicrophoneMuted(), 0);
        takeUp(null);
        assertEquals("green", kept("facts").text("tea"));
    }

    /** The house concludes from a new date of birth how old somebody is; both verdicts are of one request. */
    @Test
    void isFoundThoughTheHouseDrewAConclusionFromIt() {
        Host first = begun(TALK);
        lost = true;
        first.house().remember("ana", "birthdate", "1981-05-01");
        assertEquals(
                "birthdate_updated", recorded(TALK).getLast().payload().text("action"), "the last that was decided");
        takeUp(null);
        assertEquals("1981-05-01", kept("facts").text("birthdate"));
    }

    @Test
    void doesNotReplaceWhatAnotherConversationHasKeptSince() {
        Host first = begun(TALK);
        lost = true;
        first.house().remember("ana", "tea", "green");
        lost = false;
        nowMs++;
        begun("other").house().remember("ana", "tea", "black");
        takeUp(null);
        assertEquals("black", kept("facts").text("tea"));
    }

    @Test
    void replacesWhatAnotherConversationHadKeptBefore() {
        Host first = begun(TALK);
        begun("other").house().remember("ana", "tea", "black");
        nowMs++;
        lost = true;
        first.house().remember("ana", "tea", "green");
        takeUp(null);
        assertEquals("green", kept("facts").text("tea"));
    }

    @Test
    void leavesAloneWhatWasKept() {
        Host first = begun(TALK);
        first.house().remember("ana", "tea", "green");
        nowMs -= HOUR_MS;
        begun("other").house().remember("ana", "tea", "black");
        long before = changes();
        takeUp(null);
        assertEquals(before, changes(), "whatever the clock says");
        assertEquals("black", kept("facts").text("tea"));
    }
}
