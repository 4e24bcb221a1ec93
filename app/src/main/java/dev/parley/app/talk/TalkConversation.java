package dev.parley.app.talk;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.people.privacy.Judgement;
import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import dev.parley.session.SessionHost.Ending;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.record.Journal.EvidenceUnavailable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What one person types into a conversation, one sentence after the other. Any thread may type and stop. */
final class TalkConversation implements AutoCloseable {
    private final Parley parley;
    private final Conversation conversation;
    private final String person;
    private CompletableFuture<String> answer = CompletableFuture.completedFuture("");

    TalkConversation(Parley parley, Conversation conversation, String person) {
        this.parley = parley;
        this.conversation = conversation;
        this.person = person;
    }

    /** What the person typed, as soon as the answer before it is over. Returns when it is answered, or asks something. */
    void type(String text) {
        while (!tryType(text)) {
            awaitAnswer();
        }
        awaitAnswer();
    }

    /** What the person typed, if no answer is still being given. Does not wait. */
    synchronized boolean tryType(String text) {
        if (!answer.isDone()) {
            return false;
        }
        answer = conversation.say(text);
        return true;
    }

    /** What the person typed, whatever goes on. */
    synchronized void interrupt(String text) {
        answer = conversation.say(text);
    }

    void stop() {
        conversation.stop();
    }

    /** Waits until the conversation waits for the person, or is over. */
    void awaitAnswer() {
        CompletableFuture<String> awaited = answer();
        while (!awaited.isDone()) {
            var _ = awaited.handle((_, _) -> "").join();
            awaited = answer();
        }
    }

    private synchronized CompletableFuture<String> answer() {
        return answer;
    }

    /** Runs this when the conversation is over. */
    void whenOver(Runnable action) {
        var _ = conversation.over().thenRun(action);
    }

    /** How the conversation ended by itself, null while it goes on. */
    @Nullable
    Ending ending() {
        return conversation.over().getNow(null);
    }

    /** Whether nothing can be recorded any more, so that nothing more is said or done. */
    boolean isSilenced() {
        Ending ending = ending();
        return ending != null && ending.reason().equals(EvidenceUnavailable.REASON);
    }

    /** Who talks here. */
    String person() {
        return person;
    }

    /** The line as those who are here now may read it: what may not be said to them is not shown to them either. */
    String guarded(String line) {
        Judgement judgement = conversation.household().judge(line, person);
        return judgement == null || judgement.say() == Say.SAY ? line : "(not for everyone who is here)";
    }

    /** What the house knows about its people, in words. */
    List<String> who() {
        SessionHousehold house = conversation.household();
        HouseReplies replies = new HouseReplies(house.view());
        return List.of(replies.who(house.speaker(person)), replies.company());
    }

    RecordedConversation recorded() {
        return RecordedConversation.of(conversation.id(), conversation.record(), parley.record()::base);
    }

    @Override
    public void close() {
        conversation.hangUp("disconnected").join();
    }
}
