package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.memory.MemoryItem;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.addressing.Form;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.household.Profile;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Profiles are durable, conversations are not. */
@Timeout(60)
class ProfileBookTest {
    private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-05-01T10:00:00Z");

    private final MemoryDisk disk = new MemoryDisk();
    private final RunelogSettings settings = RunelogSettings.inline(new StandingTime(), seedless());

    private static RandomSource seedless() {
        return RandomSource.seeded(7);
    }

    private static final class StandingTime implements TimeSource {
        @Override
        public long monotonicNanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    }

    private static Request ask(String actor, String target, String machine, String action, Json.Obj parameters) {
        return new Request(NOW, actor, target, action, parameters, machine.isEmpty() ? null : machine);
    }

    private static Registrar<Place, HouseEvent> house() {
        return new Registrar<>(new Household(), attestation -> {});
    }

    private static void live(Registrar<Place, HouseEvent> house) {
        Json.Obj none = Json.Obj.EMPTY;
        List<Request> day = List.of(
                ask(
                        "system",
                        "ana",
                        "",
                        "person_added",
                        none.with("role", "OWNER").with("birthdate", "1980-05-01")),
                ask("system", "ana", "identity", "explicit_identity_claim", none),
                ask("system", "ana", "identity", "validation_success", none),
                ask("user_ana", "ana", "addressing", "explicit_preference", none.with("name", "Annie")),
                ask("system", "ana", "addressing", "ask", none),
                ask(
                        "user_ana",
                        "ana",
                        "profile",
                        "profile_update_requested",
                        none.with("field", "tea").with("value", "green")),
                ask("system", "ana", "profile", "applied", none),
                ask("system", "ana", "age", "date_tick", none),
                ask("user_ana", "ana", "command", "command_detected", none.with("command", "disable_alarm")));
        day.forEach(request -> assertTrue(house.request(request).isAllowed(), request.action()));
    }

    private static Person ana(House house) {
        Person ana = house.person("ana");
        if (ana == null) {
            throw new AssertionError("ana is not in the house");
        }
        return ana;
    }

    /** All that happened since the house was empty. */
    private static void keep(ProfileBook book, Registrar<Place, HouseEvent> house) {
        Request nothing = ask("system", "ana", "", "nothing", Json.Obj.EMPTY);
        book.keep(ProfileChange.between(Household.house(house().view()), Household.house(house.view()), nothing), null);
    }

    private House restored() throws IOException {
        try (Runelog log = Runelog.open(disk, settings)) {
            Registrar<Place, HouseEvent> house = house();
            ProfileBook.open(log, "people", HouseSpec.standard(), new StandingTime())
                    .people(NOW)
                    .forEach(request -> assertTrue(house.request(request).isAllowed()));
            return Household.house(house.view());
        }
    }

    @Test
    void bringsProfilesBackAndNothingThatBelongsToAConversation() throws IOException {
        Registrar<Place, HouseEvent> house = house();
        live(house);
        Person before = ana(Household.house(house.view()));
        try (Runelog log = Runelog.open(disk, settings)) {
            keep(ProfileBook.open(log, "people", HouseSpec.standard(), new StandingTime()), house);
        }
        Person after = ana(restored());
        assertEquals(Profile.of(before), Profile.of(after));
        assertEquals(new Form("Annie", null), after.addressing().form());
        assertEquals(before.ageClass(), after.ageClass());
        assertTrue(before.isConfirmed());
        assertFalse(after.isConfirmed());
        assertEquals("Idle", after.command().getClass().getSimpleName());
    }

    @Test
    void readsTheWholeBookAndNoSnapshotOfIt() throws IOException {
        Registrar<Place, HouseEvent> house = house();
        live(house);
        try (Runelog log = Runelog.open(disk, settings)) {
            ProfileBook book = ProfileBook.open(log, "people", HouseSpec.standard(), new StandingTime());
            keep(book, house);
            for (int cup = 1; cup < 64; cup++) {
                drinks(book, house, "tea " + cup);
            }
        }
        assertEquals(Json.of("tea 63"), ana(restored()).facts().get("tea"));
        Json.Obj forged =
                Profile.of(ana(restored())).toJson().with("facts", Json.Obj.EMPTY.with("birthdate", "1990-01-01"));
        try (Runelog log = Runelog.open(disk, settings)) {
            byte[] state = Json.Obj.EMPTY
                    .with("ana", Json.Obj.EMPTY.with("profile", forged).with("event_id", 64))
                    .canonical()
                    .getBytes(StandardCharsets.UTF_8);
            var head = log.head("house:people");
            new Snapshots(disk).write(new Snapshot("house:people", head.eventId(), head.hash(), state));
        }
        assertEquals(Json.of("1980-05-01"), ana(restored()).facts().get("birthdate"));
        try (Runelog log = Runelog.open(disk, settings)) {
            drinks(ProfileBook.open(log, "people", HouseSpec.standard(), new StandingTime()), house, "black");
        }
        assertEquals(Json.of("black"), ana(restored()).facts().get("tea"));
    }

    private static void drinks(ProfileBook book, Registrar<Place, HouseEvent> house, String tea) {
        Json.Obj update = Json.Obj.EMPTY.with("field", "tea").with("value", tea);
        house.request(ask("user_ana", "ana", "profile", "profile_update_requested", update));
        House before = Household.house(house.view());
        Request applied = ask("system", "ana", "profile", "applied", Json.Obj.EMPTY);
        assertTrue(house.request(applied).isAllowed());
        book.keep(ProfileChange.between(before, Household.house(house.view()), applied), null);
    }

    /** Whoever keeps something goes on at once, and what follows in the record is not on disk before it. */
    @Test
    void nobodyWaitsForTheDisk() throws IOException {
        Registrar<Place, HouseEvent> house = house();
        live(house);
        RunelogSettings slow = settings.withCommitter(RunelogSettings.Committer.MANUAL);
        try (Runelog log = Runelog.open(disk, slow)) {
            keep(ProfileBook.open(log, "people", HouseSpec.standard(), new StandingTime()), house);
            MemoryBook memories = MemoryBook.open(log, "memory", new StandingTime());
            memories.keep("c", List.of(new MemoryItem("ana", "I like tea", 1)));
            memories.forget("c");
            Receipt told = log.append(RuneDraft.of("c", "agent.reply", Json.Obj.EMPTY), WriteClass.SPEECH);
            assertFalse(told.isDurable());
            assertEquals(0, log.head("house:people").durable());
            assertEquals(0, log.head("house:memory").durable());
            log.commit();
            assertTrue(told.isDurable());
            assertEquals(1, log.head("house:people").durable());
            assertEquals(2, log.head("house:memory").durable());
        }
    }

    @Test
    void writesOnlyWhatChangedAndShowsItToNobody() throws IOException {
        Registrar<Place, HouseEvent> house = house();
        live(house);
        try (Runelog log = Runelog.open(disk, settings)) {
            ProfileBook book = ProfileBook.open(log, "people", HouseSpec.standard(), new StandingTime());
            keep(book, house);
            keep(book, house);
            List<Rune> runes = log.read("house:people", 0).toList();
            assertEquals(1, runes.size());
            assertEquals(Visibility.SECRET, runes.getFirst().visibility());
        }
    }
}
