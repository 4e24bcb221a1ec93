package dev.parley.session.turn;

import dev.parley.kernel.Level;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.People;
import dev.parley.session.port.Reply;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.Cut;
import dev.parley.session.speak.Roster;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.supervise.Supervisor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What agents, plugins and humans want of the floor; the stream room decides. A human who takes over interrupts what is being
 * said by their priority, and while they have the floor no model is asked. What they say is judged and heard like every reply.
 */
public final class Handovers {
    private static final String NO_PLACE = "stream.roster";
    private static final String ACTED = "human.acted";
    private static final String NO_FLOOR = "does not have the floor";
    private static final SessionEvent.Role NOBODY = SessionEvent.Role.OF_THE_PROGRAM;

    private final Floor floor;
    private final SpeechStreams streams;
    private final Recorder recorder;
    private final Roster roster;
    private final Supervisor supervisor;
    private final People people;
    private final NextTurn next;
    /** Who had the floor before a human took it. */
    private String before = "";
    /** A human who goes as soon as everything they said was begun. */
    private SessionEvent.@Nullable GivenBack leaving;

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
        if (!supervisor.mayAct(event.agent()) || !supervisor.mayAct(event.to())) {
            return;
        }
        if (roster.isHuman(event.agent())) {
            refused(event.agent(), event.act(), NOBODY, "is no agent, and takes over or gives back");
            return;
        }
        if (!event.act().equals("interrupt")) {
            streams.acted(event.agent(), event.act(), event.to());
            return;
        }
        OpenTurn turn = floor.open();
        if (isLet(turn, event.agent()) && turn != null) {
            interrupt(turn, event.agent());
            floor.openNext();
        }
    }

    private boolean isLet(@Nullable OpenTurn turn, String agent) {
        return streams.mayInterrupt(turn == null ? 0 : turn.id, agent);
    }

    private void interrupt(OpenTurn turn, String agent) {
        recorder.control("barge_in", turn.id, Json.Obj.EMPTY.with("agent", agent));
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
            refused(event.human(), "take_over", event.by(), "may not take over");
            return;
        }
        keep(event.human(), "take_over", event.by());
        leaving = null;
        String speaker = streams.speaker();
        if (!roster.isHuman(speaker)) {
            if (!silenced(event.human())) {
                return;
            }
            before = speaker;
            if (!speaker.isEmpty()) {
                streams.acted(speaker, "release", "");
            }
        }
        streams.acted(event.human(), "claim", "");
        floor.openNext();
    }

    /** What is being said is interrupted if the room lets it be; what is only being thought about is cancelled. */
    private boolean silenced(String human) {
        OpenTurn turn = floor.open();
        if (turn == null) {
            return true;
        }
        if (turn.isSpeaking()) {
            boolean let = isLet(turn, human);
            if (let) {
                interrupt(turn, human);
            }
            return let;
        }
        turn.speech.hush();
        recorder.control("cancel", turn.id, Json.Obj.EMPTY.with("by", human).with("scope", "turn"));
        floor.tools().questions().takeLeft();
        floor.end(turn, "cancelled", new Cut.BySystem());
        return true;
    }

    /** The human who has the floor says something; while another sentence of theirs is heard it waits. */
    private void said(SessionEvent.HumanSaid event) {
        if (isSpeaker(event.human()) && next.hasRoomForUnasked()) {
            String text = people.takePins(event.text(), People.Uttered.WHOLLY).text();
            Rune words = recorder.evidence(
                    "human.words",
                    0,
                    Json.Obj.EMPTY.with("human", event.human()).with("pii_text", text));
            boolean _ = next.addUnasked(Reply.ofHuman(text, words.eventId()));
            floor.openNext();
        } else if (isSpeaker(event.human())) {
            refused(event.human(), "say", NOBODY, "has said more than can wait");
        } else {
            refused(event.human(), "say", NOBODY, NO_FLOOR);
        }
    }

    /** The human who has the floor gives it back, after what they have said until then. */
    private void gaveBack(SessionEvent.GivenBack event) {
        if (!isSpeaker(event.human())) {
            refused(event.human(), "give_back", event.by(), NO_FLOOR);
            return;
        }
        keep(event.human(), "give_back", event.by());
        leaving = event;
        if (!next.hasWordsOfHuman()) {
            passBack(event);
        }
    }

    /** Who had the floor before a human took it, and a human who was about to give it back when their host was lost. */
    void takeUp(List<Rune> recorded) {
        boolean taking = false;
        for (Rune rune : recorded) {
            String human = String.valueOf(rune.payload().text("human"));
            String actor = String.valueOf(rune.payload().text("actor"));
            boolean releases = rune.kind().equals("verdict.stream")
                    && "RELEASE".equals(rune.payload().text("action"))
                    && "allowed".equals(rune.payload().text("decision"));
            if (rune.kind().equals(ACTED)) {
                taking = "take_over".equals(rune.payload().text("act"));
                leaving = taking ? null : new SessionEvent.GivenBack(human, NOBODY);
            } else if (releases && leaving != null && actor.equals(leaving.human())) {
                leaving = null;
            } else if (releases && taking && !roster.isHuman(actor)) {
                before = actor;
            }
        }
    }

    /** No turn opens now. Whoever gives the floor back goes, unless something of theirs still waits to be said. */
    void nothingWaits() {
        if (leaving != null && !next.hasWordsOfHuman()) {
            passBack(leaving);
        }
    }

    private void passBack(SessionEvent.GivenBack event) {
        leaving = null;
        if (!isSpeaker(event.human())) {
            return;
        }
        String heir = supervisor.heir(before);
        streams.acted(event.human(), "release", "");
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

    /** Who took over by which role and key, where they came in by one. */
    private void keep(String human, String act, SessionEvent.Role by) {
        recorder.evidence(ACTED, 0, told(human, act, by));
    }

    private void refused(String human, String act, SessionEvent.Role by, String why) {
        recorder.evidence("human.refused", 0, told(human, act, by));
        recorder.violation(NO_PLACE, Level.REJECT, human + " " + why, 0);
    }

    private static Json.Obj told(String human, String act, SessionEvent.Role by) {
        Json.Obj told = Json.Obj.EMPTY.with("human", human).with("act", act);
        return by.role().isEmpty() ? told : told.with("role", by.role()).with("key", by.key());
    }
}
