package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.ReplyDeferred;
import dev.parley.kernel.event.AgentEvents.ReplyDelivered;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.HumanEvents.HumanSpoke;
import dev.parley.kernel.event.UserEvents.UserQueued;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VoiceEvents.FinalTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.VoiceSegment;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.tool.ArgumentsDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What waits for a turn as the fold of its events, and each rule with an event that only it refuses. */
class WordsTest {
    private final TestRecord record = new TestRecord("words");

    private static UserText text(String said, String by, Long... heard) {
        return new UserText(said, by, null, null, heard.length == 0 ? null : List.of(heard), null);
    }

    private static UserText partlyTyped(String said, String by, Long... heard) {
        return new UserText(said, by, 2L, null, List.of(heard), 1L);
    }

    private static Event words(String said, String by, Long... heard) {
        return new UserSpoke(text(said, by, heard));
    }

    private static Event queued(String said, String by, Long... heard) {
        return new UserQueued(text(said, by, heard), true, null);
    }

    private static Event deferred(String said, @Nullable Long words) {
        return new ReplyDeferred(said, 700, false, words);
    }

    private static Event replied(@Nullable Long words) {
        return new AgentReplied(1, "yes", true, List.of(), words, null, null, null);
    }

    private long understood(String segment, String by, String said) {
        VoiceSegment voice = new VoiceSegment(segment, by, true);
        record.happens(new VoiceSegmentStarted(voice, null));
        record.happens(new VoiceSegmentEnded(voice));
        return record.happens(new FinalTranscriptReceived(voice, said));
    }

    /** An event of which the record keeps a digest only. */
    private Recorded digested(Event event) {
        RuneDraft draft = EventCatalogue.draft("talk", event);
        Map<String, Json> fields = new LinkedHashMap<>(draft.payload().fields());
        Json text = fields.remove("pii_text");
        assertNotNull(text, "its text");
        fields.put("text_sha256", Json.of(ArgumentsDigest.of(text)));
        return record.next(draft.withPayload(new Json.Obj(fields)));
    }

    private String refused(Recorded recorded) {
        Rule.Broken broken = record.state.check(recorded);
        return broken == null ? "" : broken.id();
    }

    @Test
    void eachRuleRefusesWhatNoOtherRuleDoes() {
        long heard = understood("v1", "ana", "good morning");
        assertEquals(List.of(), record.broken(words("good morning", "ana", heard)));
        assertEquals(List.of("words.transcripts"), record.broken(words("good morning", "ana", 99L)));
        assertEquals(List.of("words.speaker"), record.broken(words("good morning", "ben", heard)));
        assertEquals(List.of("words.text"), record.broken(words("good evening", "ana", heard)));
        assertEquals(List.of(), record.broken(queued("good morning", "ana", heard)));
        assertEquals(List.of("words.queued_transcripts"), record.broken(queued("good morning", "ana", 99L)));
        assertEquals(List.of("words.queued_speaker"), record.broken(queued("good morning", "ben", heard)));
        assertEquals(List.of("words.queued_text"), record.broken(queued("good evening", "ana", heard)));
        assertEquals(List.of("words.delivered_once"), record.broken(new ReplyDelivered(heard)));
        assertEquals(
                List.of(
                        "words.transcripts",
                        "words.speaker",
                        "words.text",
                        "words.queued_transcripts",
                        "words.queued_speaker",
                        "words.queued_text",
                        "words.delivered_once"),
                TestRecord.rules("words"),
                "each rule has its event in this test");
    }

    @Test
    void aTranscriptIsTakenOnce() {
        long first = understood("v1", "ana", "good");
        long second = understood("v2", "ana", "morning");
        assertEquals("words.transcripts", record.refused(words("good good", "ana", first, first)));
        record.happens(words("good morning", "ana", first, second));
        assertEquals(Map.of(), record.state.words().transcripts());
        assertEquals("words.transcripts", record.refused(words("good", "ana", first)));
    }

    @Test
    void queuedWordsAreTakenInPlaceOfTheirTranscript() {
        long heard = understood("v1", "ana", "good morning");
        long queued = record.happens(queued("good morning", "ana", heard));
        assertEquals("words.transcripts", record.refused(words("good morning", "ana", heard)));
        record.happens(words("good morning", "ana", queued));
        assertEquals(Map.of(), record.state.words().queued());
    }

    @Test
    void whatSeveralPeopleSaidTogetherIsOfNoSingleOne() {
        long first = understood("v1", "ana", "open");
        long second = understood("v2", "ben", "the door");
        assertEquals("words.speaker", record.refused(words("open the door", "ana", first, second)));
        assertEquals("", record.refused(words("open the door", "", first, second)));
        assertEquals("words.text", record.refused(words("the door open", "", first, second)));
        long alone = understood("v3", "ana", "please");
        assertEquals("words.speaker", record.refused(words("please", "", alone)));
    }

    @Test
    void whatIsPartlyTypedContainsItsTranscriptsInTheirOrder() {
        long first = understood("v1", "ana", "open");
        long second = understood("v2", "ana", "door");
        assertEquals("", record.refused(new UserSpoke(partlyTyped("open the door", "ana", first, second))));
        assertEquals("", record.refused(new UserSpoke(partlyTyped("open the door", "", first, second))));
        assertEquals(
                "words.speaker", record.refused(new UserSpoke(partlyTyped("open the door", "ben", first, second))));
        assertEquals("words.text", record.refused(new UserSpoke(partlyTyped("the door opens", "ana", first, second))));
    }

    @Test
    void aDigestStandsForItsText() {
        VoiceSegment voice = new VoiceSegment("v1", "ana", true);
        record.happens(new VoiceSegmentStarted(voice, null));
        record.apply(digested(new FinalTranscriptReceived(voice, "good morning")));
        assertEquals("", refused(digested(words("good morning", "ana", 2L))));
        assertEquals("words.text", refused(digested(words("good evening", "ana", 2L))));
        assertEquals("", record.refused(words("good morning", "ana", 2L)));
        long second = understood("v2", "ana", "all");
        assertEquals("", refused(digested(words("good morning all", "ana", 2L, second))), "no digest of a part");
        assertEquals("", refused(digested(new UserSpoke(partlyTyped("good morning all", "ana", second)))));
        assertEquals("words.text", refused(digested(words("some", "ana", second))));
    }

    @Test
    void theRunningConversationKnowsTextsThatItDoesNotKeep() {
        Recorded kept = digested(queued("good morning", "ana"));
        record.apply(new Recorded(kept.rune(), queued("good morning", "ana")));
        Words.Text text = new Words.Text("good morning", true, false);
        assertEquals(
                Map.of(1L, new Words.Spoken(text, "ana", 0)),
                record.state.words().queued());
        record.happens(words("good morning", "ana", 1L));
    }

    @Test
    void wordsBeginWithTheirFirstVoice() {
        record.ms = 100;
        VoiceSegment first = new VoiceSegment("v1", "ana", true);
        record.happens(new VoiceSegmentStarted(first, 40L));
        record.ms = 200;
        VoiceSegment second = new VoiceSegment("v2", "ana", true);
        record.happens(new VoiceSegmentStarted(second, null));
        record.ms = 300;
        long late = record.happens(new FinalTranscriptReceived(second, "morning"));
        long early = record.happens(new FinalTranscriptReceived(first, "good"));
        record.ms = 400;
        long typed = record.happens(queued("hello", "ana"));
        record.ms = 500;
        Words words = record.state.words();
        assertEquals(40, words.sinceMs(record.next(words("", "ana", late, early))));
        assertEquals(200, words.sinceMs(record.next(words("", "ana", late))));
        assertEquals(400, words.sinceMs(record.next(words("", "ana", typed))));
        assertEquals(500, words.sinceMs(record.next(words("typed", "ana"))));
        assertEquals(0, words.sinceMs(record.next(words("unknown", "ana", 99L))));
    }

    @Test
    void voicesWhoseWordsNeverComeAreForgotten() {
        VoiceSegment lost = new VoiceSegment("v1", "ana", true);
        VoiceSegment noise = new VoiceSegment("v2", "ana", false);
        record.happens(new VoiceSegmentStarted(lost, null));
        record.happens(new VoiceSegmentStarted(noise, null));
        assertEquals(Set.of("v1", "v2"), record.state.words().begun().keySet());
        record.happens(new VoiceSegmentEnded(lost));
        record.happens(new VoiceSegmentEnded(noise));
        assertEquals(Set.of("v1"), record.state.words().begun().keySet());
        record.happens(new VoiceSegmentLost(lost));
        assertEquals(Set.of(), record.state.words().begun().keySet());
    }

    @Test
    void wordsForTheNextTurnWaitUntilSomethingIsSaid() {
        record.happens(new UserQueued(text("by the way", "ana"), null, null));
        record.happens(new UserQueued(text("unheard", "ana"), null, true));
        Words words = record.state.words();
        assertEquals(Set.of(1L), words.added().keySet());
        assertEquals(Map.of(), words.queued());
        record.happens(words("hello", "ana"));
        assertEquals(Map.of(), record.state.words().added());
    }

    @Test
    void aReplyWaitsUntilItIsDelivered() {
        long agents = record.happens(deferred("the soup is ready", null));
        Words.Text text = new Words.Text("the soup is ready", true, true);
        assertEquals(
                Map.of(agents, new Words.Unsaid(text, 700, false, 0, true)),
                record.state.words().replies());
        record.happens(replied(null));
        record.happens(new ReplyDelivered(agents));
        assertEquals(Map.of(), record.state.words().replies());
        assertEquals("words.delivered_once", record.refused(new ReplyDelivered(agents)));
    }

    @Test
    void whatAHumanSaysWaitsUntilItIsHeardOrDeferred() {
        long first = record.happens(new HumanSpoke("ops", "hold the line", null, null));
        long second = record.happens(new HumanSpoke("ops", "please", null, null));
        assertEquals("words.delivered_once", record.refused(new ReplyDelivered(first)), "it was not deferred");
        record.happens(replied(first));
        assertEquals(Set.of(second), record.state.words().replies().keySet());
        long left = record.happens(deferred("please", second));
        assertEquals(
                Map.of(left, new Words.Unsaid(new Words.Text("please", true, true), 700, false, second, true)),
                record.state.words().replies());
    }

    @Test
    void theNextRuntimeKnowsWhatIsQueuedAndNotWhatWasHeard() {
        VoiceSegment open = new VoiceSegment("v1", "ana", true);
        record.happens(new VoiceSegmentStarted(open, null));
        long heard = understood("v2", "ana", "good morning");
        long queued = record.happens(queued("hello", "ana"));
        record.happens(deferred("later", null));
        record.epoch = 2;
        assertEquals("words.transcripts", record.refused(words("good morning", "ana", heard)));
        assertEquals("", record.refused(words("hello", "ana", queued)));
        record.happens(new SessionResumed("lost", List.of(), List.of(), List.of(), List.of()));
        Words words = record.state.words();
        assertEquals(Map.of(), words.begun());
        assertEquals(Map.of(), words.transcripts());
        assertEquals(Set.of(queued), words.queued().keySet());
        assertEquals(1, words.replies().size());
    }

    @Test
    void aRuntimeThatGoesOnUnderAnotherLeaseKnowsWhatItHeard() {
        long heard = understood("v1", "ana", "good morning");
        record.epoch = 4;
        record.happens(new PlacementLeaseRotated(4, null, null, null));
        record.happens(words("good morning", "ana", heard));
    }

    @Test
    void aForgedRecordDoesNotMakeTheFoldSlow() {
        for (int i = 0; i < Words.WAITING_MAX + 10; i++) {
            record.isForged(new FinalTranscriptReceived(new VoiceSegment("v", "ana", true), "hello"));
            record.isForged(new UserQueued(text("hello", "ana"), null, null));
        }
        Words words = record.state.words();
        assertEquals(Words.WAITING_MAX, words.transcripts().size());
        assertEquals(Words.WAITING_MAX, words.added().size());
        assertNull(words.transcripts().get(1L), "the oldest");
        Words.Spoken spoken = new Words.Spoken(new Words.Text("hello", true, true), "ana", Long.MIN_VALUE);
        assertEquals(spoken, words.transcripts().get(1_001L), "a voice that never began");
    }
}
