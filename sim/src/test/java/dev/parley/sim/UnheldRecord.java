package dev.parley.sim;

import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.loop.InlineSeats;
import dev.parley.pipeline.place.ControlPlane;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.port.People;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Records;
import dev.parley.session.recover.Found;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The record of a conversation that nobody runs, and a host that is asked to end it or to lift a halt of it. */
public record UnheldRecord(MemoryJournal journal, VirtualTime time) {
    /** A house in which nobody lives. */
    public static final People.Source NOBODY =
            (recorder, clock) -> SessionHousehold.recorded(HouseSpec.of(List.of()), recorder, clock);

    /** What a process leaves that is lost as soon as something is heard. */
    public static UnheldRecord leftSpeaking(Scenario scenario) {
        MemoryJournal whole = new MemoryJournal();
        ScenarioRun.into(scenario, whole);
        int playing = whole.runes().stream()
                .filter(rune -> rune.kind().equals("playback.started"))
                .mapToInt(rune -> (int) rune.eventId())
                .findFirst()
                .orElseThrow();
        return new UnheldRecord(new MemoryJournal(whole.runes().subList(0, playing)), new VirtualTime(0));
    }

    public SessionHost host(ControlPlane authority) {
        return host(authority, _ -> journal);
    }

    /** With a disk that may answer later, through the door, or not at all. */
    public SessionHost host(ControlPlane authority, Function<Consumer<SessionEvent>, Journal> journals) {
        Records records = new Records() {
            @Override
            public Journal journal(String conversation, long epoch, Consumer<SessionEvent> door) {
                return journals.apply(door);
            }

            @Override
            public List<Rune> read(String conversation) {
                return journal.runes();
            }
        };
        return new SessionHost(
                "next",
                new SessionHost.Parts(
                        authority, records, new InlineSeats(time, time), time, Runnable::run, HostListener.NONE));
    }

    private String conversation() {
        return journal.runes().getFirst().conversation();
    }

    public Optional<Found> end() {
        return host(InProcessAuthority.alone(""))
                .endLeft(conversation(), NOBODY)
                .join();
    }

    public boolean lift(String operator, String reason) {
        return host(InProcessAuthority.alone(""))
                .lift(conversation(), operator, reason)
                .join();
    }
}
