package dev.parley.session.turn;

import dev.parley.kernel.event.ControlEvents.BargedIn;
import dev.parley.kernel.event.ControlEvents.TurnCancelled;
import dev.parley.kernel.event.HumanEvents.HumanActed;
import dev.parley.kernel.event.HumanEvents.HumanRefused;
import dev.parley.kernel.event.HumanEvents.HumanSpoke;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.Reply;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Roster;
import dev.parley.session.speak.Cut;
import dev.parley.session.speak.Lines;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.supervise.Supervisor;
import org.jspecify.annotations.Nullable;

/**
 * What agents, plugins and humans want of the floor; the stream room decides. A human who takes over interrupts what is being
 * said by their priority, and while they have the floor no model is asked. What they say is judged and heard like every reply.
 */
public final class Handovers {
    private static final String NO_FLOOR = "does not have the floor";
    private static final SessionEvent.Role NOBODY = SessionEvent.Role.OF_THE_PROGRAM;

    private final Floor floor;
    private final SpeechStreams streams;
    private final Recorder recorder;
    private final Roster roster;
    private final Supervisor supervisor;
    private final People people;
    private final NextTurn next;
    /** Whether an earlier host was lost between one who gave the floor up and one who was to have it. */
    private boolean nobodys;

    Handovers(Floor floor, FloorParts parts, NextTurn next) {
        this.floor = floor;
        this.streams = parts.streams();
        this.recorder = parts.recorder();
        this.roster = parts.settings().roster();
        this.supervisor = parts.supervisor();
        this.people = parts.people();
        this.next = next;
    }

    public void take(SessionEvent.OfFloor wish) {
        switch (wish) {
            case SessionEvent.AgentActed acted -> acted(acted);
            case SessionEvent.TakenOver taken -> tookOver(taken);
            case SessionEvent.HumanSaid said -> said(said);
            case SessionEvent.GivenBack given -> gaveBack(given);
            case SessionEvent.PluginChanged(String plugin, Json.Obj change) -> plug(plugin, change);
        }
    }

    /** An agent wants the floor, gives it away, or interrupts what is being said: by the priorities of the roster. */
    private void acted(SessionEvent.AgentActed event) {
        if (!supervisor.mayAct(event.agent(), event.agent(), event.act())
                || !supervisor.mayAct(event.to(), event.agent(), event.act())) {
            return;
        }
        if (roster.isHuman(event.agent())) {
            String why = event.agent() + " is no agent, and takes over or gives back";
            refuse(event.agent(), event.act(), NOBODY, Roster.RULE, why);
            return;
        }
        if (!event.act().equals("interrupt")) {
            String speaker = streams.speaker();
            streams.acted(event.agent(), event.act(), event.to());
            if (speaker.equals(event.agent()) && streams.speaker().isEmpty()) {
                gaveUp(event.agent());
            }
            return;
        }
        OpenTurn turn = floor.open();
        if (isLet(turn, event.agent()) && turn != null) {
            interrupt(turn, event.agent());
            floor.openNext();
        }
    }

    /** Nobody has the floor any more: what was only thought about nobody would say. What is begun is said to its end. */
    private void gaveUp(String agent) {
        OpenTurn turn = floor.open();
        if (turn != null && turn.speech.lines().present() == 0) {
            cancel(turn, agent);
            floor.openNext();
        }
    }

    private void cancel(OpenTurn turn, String by) {
        turn.speech.hush();
        recorder.write(new TurnCancelled(by, Floor.TURN), turn.id);
        floor.tools().questions().takeLeft();
        floor.end(turn, "cancelled", new Cut.BySystem());
    }

    private boolean isLet(@Nullable OpenTurn turn, String agent) {
        return turn != null && streams.mayInterrupt(turn.id, turn.speech.lines().present(), agent);
    }

    private void interrupt(OpenTurn turn, String agent) {
        recorder.write(new BargedIn(agent), turn.id);
        floor.end(turn, "interrupted", new Cut.Already());
    }

    /** A plugin wants to change how a reply is spoken. */
    private void plug(String plugin, Json.Obj change) {
        OpenTurn turn = floor.open();
        streams.plug(turn == null ? 0 : turn.id, plugin, change);
    }

    /** A human takes the floor from the agent that has it. What may not be interrupted is not taken over either. */
    private void tookOver(SessionEvent.TakenOver event) {
        if (!roster.isHuman(event.human())) {
            refused(event, "may not take over");
            return;
        }
        String speaker = streams.speaker();
        OpenTurn turn = floor.open();
        if (!roster.isHuman(speaker) && turn != null && turn.speech.lines().isHalfSaid()) {
            refused(event, "may not interrupt what is being said");
            return;
        }
        keep(event);
        if (!roster.isHuman(speaker)) {
            if (!silenced(event.human())) {
                return;
            }
            if (!speaker.isEmpty()) {
                streams.acted(speaker, "release", "");
            }
        }
        streams.acted(event.human(), "claim", "");
        floor.openNext();
    }

    /**
     * What is being said, also while it is paused, is interrupted if the room lets it be. What is not heard yet is cancelled. So
     * is the next sentence of a reply, where the room would let the one before it be interrupted; else it says why not.
     */
    private boolean silenced(String human) {
        OpenTurn turn = floor.open();
        if (turn == null) {
            return true;
        }
        Lines lines = turn.speech.lines();
        if (lines.hasBegun() || (lines.isSpeaking() && !streams.hasRightToInterrupt(lines.present(), human))) {
            boolean let = isLet(turn, human);
            if (let) {
                interrupt(turn, human);
            }
            return let;
        }
        cancel(turn, human);
        return true;
    }

    /** The human who has the floor says something; while another sentence of theirs is heard it waits. */
    private void said(SessionEvent.HumanSaid event) {
        if (isSpeaker(event.human()) && next.hasRoomForHuman()) {
            String text = people.takePins(event.text(), People.Uttered.WHOLLY).text();
            Rune words = recorder.write(new HumanSpoke(event.human(), text, role(event.by()), key(event.by())), 0);
            boolean _ = next.addUnasked(Reply.ofHuman(text, words.eventId()));
            floor.openNext();
        } else if (isSpeaker(event.human())) {
            refused(event, "has said more than can wait");
        } else {
            refused(event, NO_FLOOR);
        }
    }

    /** The human who has the floor gives it back, after what they have said until then, and after a halt. */
    private void gaveBack(SessionEvent.GivenBack event) {
        if (!isSpeaker(event.human())) {
            refused(event, NO_FLOOR);
            return;
        }
        if (!recorder.state().takeover().leaving().equals(event.human())) {
            keep(event);
        }
        if (!next.hasWordsOfHuman() && !streams.isHalted()) {
            passBack(event.human());
        }
    }

    /** Goes on with the floor as an earlier host left it. */
    void takeUp() {
        nobodys = recorder.state().takeover().isNobodys();
    }

    /** The agent that had the floor last, before a human had it. */
    private String before() {
        return recorder.state().takeover().before();
    }

    /** The floor was given up for somebody whose host was lost before they got it: an agent has it again. */
    void restore() {
        String heir = nobodys && streams.speaker().isEmpty() ? supervisor.heir(before()) : "";
        nobodys = false;
        if (!heir.isEmpty()) {
            streams.acted(heir, "claim", "");
        }
    }

    /** No turn opens now. Whoever gives the floor back goes, unless something of theirs still waits to be said. */
    void nothingWaits() {
        String leaving = recorder.state().takeover().leaving();
        if (!leaving.isEmpty() && !next.hasWordsOfHuman()) {
            passBack(leaving);
        }
    }

    private void passBack(String human) {
        if (!isSpeaker(human)) {
            return;
        }
        String heir = supervisor.heir(before());
        streams.acted(human, "release", "");
        if (!heir.isEmpty()) {
            streams.acted(heir, "claim", "");
        }
        floor.openNext();
    }

    /** Whether a human has the floor. */
    public boolean isTakenOver() {
        return supervisor.isHumanSpeaking();
    }

    private boolean isSpeaker(String human) {
        return roster.isHuman(human) && streams.speaker().equals(human);
    }

    /** Who took over or gave back, by which role and key, where they came in by one. */
    private void keep(SessionEvent.OfHuman wish) {
        recorder.write(new HumanActed(wish.human(), wish.act(), role(wish.by()), key(wish.by())), 0);
    }

    private void refused(SessionEvent.OfHuman wish, String why) {
        refuse(wish, Roster.RULE, wish.human() + " " + why);
    }

    /** What a human wants is refused by this rule; the record says to whom. */
    public void refuse(SessionEvent.OfHuman wish, String rule, String reason) {
        refuse(wish.human(), wish.act(), wish.by(), rule, reason);
    }

    private void refuse(String human, String act, SessionEvent.Role by, String rule, String reason) {
        recorder.write(new HumanRefused(human, act, role(by), key(by)), 0);
        recorder.refusal(rule, human, act, reason);
    }

    /** Null where the program acts. */
    private static @Nullable String role(SessionEvent.Role by) {
        return by.role().isEmpty() ? null : by.role();
    }

    /** Null where the program acts. */
    private static @Nullable String key(SessionEvent.Role by) {
        return by.role().isEmpty() ? null : by.key();
    }
}
