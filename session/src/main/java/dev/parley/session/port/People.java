package dev.parley.session.port;

import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.kernel.event.Confided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Judgement;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.people.privacy.Prepared;
import dev.parley.kernel.people.privacy.PrivacyGuard;
import dev.parley.kernel.people.privacy.TonePolicy.Tone;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.Approver;
import dev.parley.session.event.Masked;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import dev.parley.session.record.Past;
import dev.parley.session.record.Recorder;
import dev.parley.session.time.LoopClock;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the conversation knows about the people in it. By itself a conversation knows only who may approve. */
public interface People extends Confided.Guard {
    /** The field of a {@link #manner} that takes the override in force away. */
    String OFF = "off";

    /** Makes the people of one conversation, who are recorded in its log. */
    interface Source {
        People open(Recorder recorder, LoopClock clock);
    }

    /** What the house says when a tool that is a command is asked for. */
    enum Answer {
        NOT_A_COMMAND,
        RELEASED,
        AWAITS_YES,
        DENIED;

        /** The rule where none says more. */
        public static final Violation REFUSED =
                new Violation("people.command.denied", Level.REJECT, "the house does not allow it");
    }

    /**
     * Who answers a request for approval, as the house knows them; never as they say themselves.
     *
     * @param tool what they are asked to approve, empty where it is about none
     */
    Approver approver(String person, String tool);

    /** Who this is to the house, whatever is asked. */
    default Approver approver(String person) {
        return approver(person, "");
    }

    /** The people of the house move in, before anything else happens. */
    default void settleIn() {}

    /**
     * The first person of a conversation that another runtime recorded so far whose role or birthdate neither the
     * configuration nor an allowed verdict says; null for none. Such a conversation does not go on.
     */
    default @Nullable String unfounded(Past past) {
        return null;
    }

    /**
     * The people of a conversation that another runtime recorded so far are here as it left them.
     *
     * @return what the house still has to ask them, in words
     */
    default List<String> takeUp(Past past) {
        return List.of();
    }

    /** The same for a conversation that nobody goes on with: what a lost runtime still owed them is done, and nothing else. */
    default void settle(Past past) {}

    /** What they wait for, beside what the rooms know, so that another runtime can go on from it. */
    default Json.Obj keep() {
        return Json.Obj.EMPTY;
    }

    /** May this person have this call run, if its tool is a command of the house? */
    default Answer command(String person, CommandCall call) {
        return Answer.NOT_A_COMMAND;
    }

    /** How much company the conversation has, in the house's own word; empty where nobody knows. */
    default String company() {
        return "";
    }

    /** Who is here beside the speaker, and how much company that is; a yes counts in no other company (ruling B17). */
    default String present() {
        return "";
    }

    /** The rule by which the last command or answer did not count. */
    default Violation refusal() {
        return Answer.REFUSED;
    }

    /** Who is heard under this name: somebody who has proved to be another speaks as that person. */
    default String speaker(String voice) {
        return voice;
    }

    /** How much of what somebody said these words are. */
    enum Uttered {
        PARTLY,
        WHOLLY
    }

    /** These words without a PIN, which nobody may record; one that was said wholly goes with them. */
    default Masked takePins(String text, Uttered uttered) {
        return Masked.of(text);
    }

    /** What to say to this person before anything else, because of the day; null for nothing. */
    default @Nullable String greeting(String person) {
        return null;
    }

    /** The conversation is over for everybody in it. */
    default void part() {}

    /**
     * Has these words read elsewhere if to understand them here would hold up every conversation. Then
     * {@link dev.parley.session.event.SessionEvent.WordsRead} follows.
     *
     * @return whether they are being read
     */
    default boolean reads(String text) {
        return false;
    }

    /**
     * Somebody said this in a turn; what they say about themselves or the company counts before anybody is asked.
     *
     * @param fromMs when they began to say it
     * @return what the house itself says to that
     */
    default HouseSays said(Masked text, String by, long fromMs, Rune words) {
        return HouseSays.NOTHING;
    }

    /** What the house asks them. */
    default HouseAsks asks() {
        return HouseAsks.NONE;
    }

    /** How these words ask to be spoken to, as the parameters of an override; null where they do not. */
    default Json.@Nullable Obj manner(String text) {
        return null;
    }

    /** How long the house waits for a yes; a call that waits for the same yes waits no longer. */
    default long yesWithinMs() {
        return Long.MAX_VALUE;
    }

    /**
     * A yes or no to the command of this call, which waits for it; true where the house takes it.
     *
     * @param event the answer as it is recorded
     */
    default boolean answered(String person, CommandCall call, boolean yes, long event) {
        return false;
    }

    /** A yes or no to a command for which no call waits; true where the house takes it. */
    default boolean answered(String person, String command, boolean yes, long event) {
        return false;
    }

    /**
     * The time for a person's yes to this call begins when they have heard the question.
     *
     * @param laterMs how much later than now that is at the latest, 0 where they have
     */
    default void awaitsYes(CommandCall call, long laterMs) {}

    /** Asks the rules again at the moment of dispatch; why the call may not be dispatched after all, or null. */
    default @Nullable String dispatchRefusal(String person, CommandCall call) {
        return null;
    }

    /** The command ran, and this came of it. */
    default void executed(String person, CommandCall call, boolean success) {}

    /** The command will not run: nobody said yes in time, or the turn is over. */
    default void dropped(String person, CommandCall call, boolean expired) {}

    /** What is to be done with a sentence to this person now; null where it carries nothing to judge. */
    default @Nullable Judgement judge(String sentence, String listener) {
        return null;
    }

    /**
     * What every judgement before this listener rests on beside the sentence: while it is equal, the same sentence is judged
     * the same. By itself nothing is known of that.
     */
    default Object grounds(String listener) {
        return new Object();
    }

    @Override
    default Set<String> owners(String text) {
        return Set.of();
    }

    @Override
    default boolean mayBeSaid(String text, String person) {
        Judgement judgement = judge(text, person);
        return judgement == null || judgement.say() == PrivacyGuard.Say.SAY;
    }

    /** How to speak to this listener now; null where the conversation knows nobody. */
    default @Nullable Tone tone(String listener) {
        return null;
    }

    /**
     * Something about somebody has become known beside their profile: what a tool answered.
     *
     * @param ready what guarding it takes, null for something short
     */
    default void learned(Knowledge knowledge, @Nullable Prepared ready) {}

    /** A person has chosen how to be spoken to in all their conversations, or, with null, no longer to choose. */
    default void chose(String person, Json.@Nullable Obj override, long eventId) {}

    /** What the people who are confirmed here have chosen in other conversations. */
    default List<KeptOverride> chosenElsewhere() {
        return List.of();
    }

    /** Somebody has deleted what the house knew, in another conversation. */
    default void forgotten() {}

    /** Whether everyone present has consented to this, and nobody is there whom nobody knows. */
    default boolean haveAllConsentedTo(String purpose) {
        return false;
    }

    /** Somebody is heard, under the name of this stretch of voice. */
    default void spoke(String voice, String person) {}

    /** Words of this person are about to be recorded in a turn; they may have waited for it longer than a silence lasts. */
    default void takesTurn(String person) {}

    /** That stretch of voice is over. */
    default void fellSilent(String voice) {}

    /** The line was lost: whoever was heard is heard no more. */
    default void unheard() {}

    /** Somebody came, left, was recognised or said who is here. */
    default void changed(PeopleChanged event) {}

    /** Nothing runs out by itself any more: the conversation is over, or this runtime no longer has it. */
    default void rest() {}

    /** This runtime has the conversation after all; what has run out meanwhile does so now. */
    default void wake() {}
}
