package dev.parley.session;

import dev.parley.kernel.event.ConversationEvents.ContextAdded;
import dev.parley.kernel.event.ConversationEvents.InstructionsGiven;
import dev.parley.kernel.event.ConversationEvents.ReplyLimitsSet;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.PlaybackEvents.PlaybackCorrected;
import dev.parley.kernel.event.UserEvents.UserAnswered;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.people.Provenance;
import dev.parley.kernel.tool.ToolRequests;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.place.Standing;
import dev.parley.session.port.People;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.Output;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.tool.CallAnswers;
import dev.parley.session.turn.Floor;
import java.util.Set;
import java.util.function.Consumer;

/** Takes every fact that enters a conversation to the part that it concerns. */
record Reception(
        People people,
        Floor floor,
        Standing standing,
        SpeechStreams streams,
        Output output,
        ProviderDesk desk,
        Recorder recorder) {
    /** What stands for a voice where somebody writes; no segment is called so. */
    private static final String TYPED = "\u0000typed";

    private static final Set<String> RECOGNISED = Set.of("validation_success", "clarification_success");

    private void began(SessionEvent.VoiceBegan voice) {
        String by = people.speaker(voice.by());
        if (voice.kind() == SessionEvent.VoiceKind.SPEECH) {
            people.spoke(voice.segment(), by);
        }
        floor.ear().began(new SessionEvent.VoiceBegan(voice.segment(), voice.kind(), by, voice.heard()));
    }

    private void ended(SessionEvent.VoiceEnded voice) {
        people.fellSilent(voice.segment());
        floor.ear().ended(voice.segment(), voice.heard());
    }

    /** Who writes, as far as the house knows. */
    private String writer(String by) {
        String speaker = people.speaker(by);
        people.spoke(TYPED, speaker);
        people.fellSilent(TYPED);
        return speaker;
    }

    private void stopTyped(String by) {
        floor.written().hush();
        floor.written().stop(writer(by));
    }

    /** Keeps words that nobody answers, as they may be recorded: they are remembered under who said them. */
    void keepUnanswered(SessionEvent.TextTyped typed) {
        floor.keepUnanswered(people.takePins(typed.text(), People.Uttered.WHOLLY), people.speaker(typed.by()));
    }

    private void rotated() {
        standing.rotated();
        goOn();
    }

    private void heardLess(SessionEvent.HeardLess report) {
        recorder.write(new PlaybackCorrected(report.reply(), report.playedMs(), report.lessMs(), report.words()), 0);
    }

    /** A yes that was not given in words is recorded, so that what rests on it can be held to it. */
    private SessionEvent.PeopleChanged given(SessionEvent.PeopleChanged yes) {
        UserAnswered answer = new UserAnswered(yes.by(), true, null, null, yes.machine(), yes.target());
        long event = recorder.write(answer, 0).eventId();
        return new SessionEvent.PeopleChanged(
                yes.machine(), yes.action(), yes.target(), yes.parameters().with(ToolRequests.ANSWER, event), yes.by());
    }

    private void instructed(SessionEvent.Instructed event) {
        String text = people.takePins(event.text(), People.Uttered.WHOLLY).text();
        recorder.write(new InstructionsGiven(text, event.once() ? true : null), 0);
    }

    private void given(SessionEvent.ContextGiven context) {
        String text = people.takePins(context.text(), People.Uttered.WHOLLY).text();
        recorder.write(new ContextAdded(context.role(), text), 0);
    }

    private void bounded(SessionEvent.AnswersBounded event) {
        recorder.write(new ReplyLimitsSet(event.tools(), event.tokensMax(), event.once() ? true : null), 0);
    }

    private void added(String text, String by) {
        String speaker = writer(by);
        floor.written().add(people.takePins(text, People.Uttered.WHOLLY), speaker);
    }

    private CallAnswers answers() {
        return floor.tools().answers();
    }

    private void override(SessionEvent.OverrideRequested wish) {
        if (streams.override(wish.action(), wish.parameters(), wish.by())) {
            people.chose(wish.by(), streams.ofUser(wish.by()), recorder.cause());
        }
    }

    void handle(SessionEvent event) {
        switch (event) {
            case SessionEvent.VoiceBegan began -> began(began);
            case SessionEvent.VoiceEnded ended -> ended(ended);
            case SessionEvent.PlaybackReported(long reply, long playedMs) -> output.reported(reply, playedMs);
            case SessionEvent.HeardLess less -> heardLess(less);
            case SessionEvent.TextTyped(String text, String by) -> {
                boolean stops = floor.written().hushAt(text);
                String speaker = writer(by);
                floor.written().typed(people.takePins(text, People.Uttered.WHOLLY), speaker, stops);
            }
            case SessionEvent.StopTyped(String by) -> stopTyped(by);
            case SessionEvent.TextOvertaken(String text, String by) ->
                keepUnanswered(new SessionEvent.TextTyped(text, by));
            case SessionEvent.TextAdded(String text, String by) -> added(text, by);
            case SessionEvent.ListeningChanged(long silenceMs, boolean interrupts) ->
                floor.written().listen(silenceMs, interrupts);
            case SessionEvent.Instructed instructed -> instructed(instructed);
            case SessionEvent.ContextGiven context -> given(context);
            case SessionEvent.AnswersBounded bounded -> bounded(bounded);
            case SessionEvent.SpeechPaced(var rate) -> streams.pace(rate);
            case SessionEvent.AnswersHeld(boolean held) -> floor.written().hold(held);
            case SessionEvent.AnswerWanted _ -> floor.written().want();
            case SessionEvent.StopRequested(String by) -> floor.stop(by);
            case SessionEvent.ApprovalAnswered answered -> answers().named(answered);
            case SessionEvent.OperatorAnswered answered -> answers().byOperator(answered);
            case SessionEvent.ApproverAnswered answered -> answers().byApprover(answered);
            case SessionEvent.Disconnected _ -> {
                people.unheard();
                floor.connection().dropped();
            }
            case SessionEvent.Reconnected _ -> floor.connection().restored();
            case SessionEvent.Muted _ -> floor.connection().muted(true);
            case SessionEvent.Unmuted _ -> floor.connection().muted(false);
            case SessionEvent.Stalled(long forMs) -> floor.connection().stalled(forMs);
            case SessionEvent.TransportFlowed _ -> floor.connection().flowed();
            case SessionEvent.FellSilent _ -> floor.connection().fellSilent();
            case SessionEvent.AgentSpokeFirst(var reply) -> floor.speakUnasked(reply);
            case SessionEvent.OperatorResumed(String operator, String reason) -> streams.resumed(operator, reason);
            case SessionEvent.LeaseRevoked _ -> standing.revoked();
            case SessionEvent.LeaseRotated _ -> rotated();
            case SessionEvent.OfFloor wish -> floor.handovers().take(wish);
            case SessionEvent.AgentFailed(String agent) -> floor.agentFailed(agent, ProviderDesk.FAULT);
            case SessionEvent.OverrideRequested wish -> override(wish);
            case SessionEvent.OverrideKept _ -> takeOverrides();
            case SessionEvent.HouseForgot _ -> people.forgotten();
            case SessionEvent.PeopleChanged changed ->
                people.changed(Provenance.isYes(changed.machine(), changed.action()) ? given(changed) : changed);
            case SessionEvent.CommandAnswered(String command, boolean yes, String by) ->
                answers().confirmed(command, yes, by);
            case SessionEvent.ProviderReported(var report) -> desk.reported(report);
            case SessionEvent.WordsRead(String text) -> floor.wordsRead(text);
            case SessionEvent.ToolFitted fitted -> floor.tools().fitted(fitted);
            case SessionEvent.ToolChecked checked -> floor.tools().checked(checked);
            case SessionEvent.ToolFinished finished -> floor.tools().finished(finished);
            case SessionEvent.ToolProgressed progressed -> floor.tools().progressed(progressed);
            case SessionEvent.RecordKept(long eventId) -> recorder.gate().kept(eventId);
            case SessionEvent.RecordLost(String reason) -> throw new Journal.EvidenceUnavailable(reason);
        }
    }

    /** Whoever is recognised, by whatever, is spoken to as they wish from then on. Whoever comes or goes may not hear what is being said. */
    void saw(Event event, Consumer<Runnable> then) {
        if (!(event instanceof HouseholdDecided verdict) || !verdict.decided().isAllowed()) {
            return;
        }
        if (RECOGNISED.contains(verdict.decided().action())) {
            then.accept(this::takeOverrides);
        }
        if (!"command".equals(verdict.decided().machine())) {
            then.accept(floor::reconsider);
        }
    }

    /** Whoever is confirmed here is spoken to as they wish to be everywhere. */
    void takeOverrides() {
        people.chosenElsewhere().forEach(streams::take);
    }

    /** After a lease was renewed: what ran out meanwhile does so now, if the conversation is still here. */
    void goOn() {
        if (standing.isHeld()) {
            people.wake();
            floor.allowed();
        }
    }
}
