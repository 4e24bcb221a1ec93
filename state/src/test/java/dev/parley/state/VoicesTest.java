package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.VoiceEvents.FinalTranscriptReceived;
import dev.parley.kernel.event.VoiceEvents.VoiceSegment;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentEnded;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentLost;
import dev.parley.kernel.event.VoiceEvents.VoiceSegmentStarted;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The voices of a conversation as the fold of its events, and each rule with an event that only it refuses. */
class VoicesTest {
    private final TestRecord record = new TestRecord("voices");

    private static VoiceSegment by(String name, String speaker) {
        return new VoiceSegment(name, speaker, true);
    }

    private static Event began(String name) {
        return new VoiceSegmentStarted(by(name, "ana"), null);
    }

    private static Event ended(String name) {
        return new VoiceSegmentEnded(by(name, "ana"));
    }

    private static Event understood(String name) {
        return new FinalTranscriptReceived(by(name, "ana"), "hello");
    }

    private static Event lost(String name) {
        return new VoiceSegmentLost(by(name, "ana"));
    }

    private void isHeard(String name) {
        record.happens(began(name));
        record.happens(ended(name));
        record.happens(understood(name));
    }

    @Test
    void eachRuleRefusesWhatNoOtherRuleDoes() {
        record.ms = 100;
        record.happens(began("v1"));
        assertEquals(List.of("voices.new_segment"), record.broken(began("v1")));
        assertEquals(List.of("voices.began_before"), record.broken(new VoiceSegmentStarted(by("v2", "ana"), 101L)));
        assertEquals(List.of("voices.end"), record.broken(ended("v2")));
        assertEquals(List.of("voices.transcript"), record.broken(understood("v2")));
        assertEquals(List.of("voices.loss"), record.broken(lost("v2")));
        assertEquals(
                List.of("voices.new_segment", "voices.began_before", "voices.end", "voices.transcript", "voices.loss"),
                TestRecord.rules("voices"),
                "each rule has its event in this test");
    }

    @Test
    void aVoiceEndsIsUnderstoodAndIsLostOnceAndIsOfOnePerson() {
        record.happens(began("v1"));
        assertEquals("voices.end", record.refused(new VoiceSegmentEnded(by("v1", "ben"))));
        assertEquals("voices.transcript", record.refused(new FinalTranscriptReceived(by("v1", "ben"), "hello")));
        assertEquals("voices.loss", record.refused(new VoiceSegmentLost(by("v1", "ben"))));
        record.happens(understood("v1"));
        record.happens(ended("v1"));
        record.happens(lost("v1"));
        assertEquals("voices.end", record.refused(ended("v1")));
        assertEquals("voices.transcript", record.refused(understood("v1")));
        assertEquals("voices.loss", record.refused(lost("v1")));
        assertEquals("voices.new_segment", record.refused(began("v1")), "its name is known for a while");
    }

    @Test
    void aBeginningThatIsDetectedLaterIsInThePast() {
        record.ms = 100;
        record.happens(new VoiceSegmentStarted(by("v1", ""), 100L));
        record.happens(new VoiceSegmentStarted(by("v2", ""), 40L));
    }

    @Test
    void segmentsOfTheMediaStreamAreNumberedUpwardsHoweverLongAgo() {
        record.happens(began(Voices.name(1, 1)));
        record.happens(began(Voices.name(1, 3)));
        for (int i = 0; i < 2 * Voices.OVER_MAX; i++) {
            isHeard("v" + i);
        }
        assertEquals("voices.new_segment", record.refused(began(Voices.name(1, 2))));
        assertEquals("voices.new_segment", record.refused(began(Voices.name(2, 3))));
        assertEquals("", record.refused(began(Voices.name(1, 4))));
        for (String free :
                List.of("voice:", "voice:1", "voice:1.", "voice:1.x", "v.1", "voice:1.1234567890123456789")) {
            assertEquals(0, Voices.number(free), free);
            assertEquals("", record.refused(began(free)), free);
        }
    }

    @Test
    void whatIsOverIsForgottenAndWhatIsOpenIsNot() {
        record.happens(began("open"));
        record.happens(new VoiceSegmentStarted(new VoiceSegment("noise", "ana", false), null));
        record.happens(new VoiceSegmentEnded(new VoiceSegment("noise", "ana", false)));
        for (int i = 0; i < Voices.OVER_MAX; i++) {
            isHeard("v" + i);
        }
        Voices voices = record.state.voices();
        assertEquals(Voices.OVER_MAX + 1, voices.segments().size());
        assertNull(voices.segment("noise"), "the oldest of those that are over");
        assertNotNull(voices.segment("open"));
        record.happens(ended("open"));
    }

    @Test
    void aForgedRecordDoesNotMakeTheFoldSlow() {
        for (int i = 0; i < Voices.KNOWN_MAX + 10; i++) {
            record.isForged(began("v" + i));
        }
        record.isForged(ended("nobody"));
        assertEquals(Voices.KNOWN_MAX, record.state.voices().segments().size());
        assertNull(record.state.voices().segment("v9"));
    }

    @Test
    void theNextRuntimeNamesItsSegmentsAnew() {
        record.happens(began("v1"));
        record.happens(began(Voices.name(1, 7)));
        record.epoch = 2;
        assertEquals("voices.end", record.refused(ended("v1")), "only the runtime that is gone heard it");
        record.happens(began("v1"));
        record.happens(began(Voices.name(2, 1)));
        assertEquals("voices.end", record.refused(ended(Voices.name(1, 7))));
    }

    @Test
    void aRuntimeThatGoesOnUnderAnotherLeaseHearsOn() {
        record.happens(began("v1"));
        record.epoch = 4;
        record.happens(new PlacementLeaseRotated(4, null, null, null));
        record.happens(ended("v1"));
        assertEquals("voices.new_segment", record.refused(began("v1")));
        record.epoch = 5;
        record.happens(new PlacementLeaseRotated(4, null, null, null));
        assertEquals("voices.transcript", record.refused(understood("v1")), "the lease of another runtime");
    }

    @Test
    void aRotationAfterATakeoverBringsNothingBack() {
        record.happens(began("v1"));
        record.epoch = 2;
        record.happens(new SessionResumed("lost", List.of(), List.of(), List.of(), List.of()));
        record.epoch = 3;
        record.happens(new PlacementLeaseRotated(3, null, null, null));
        assertEquals("voices.end", record.refused(ended("v1")));
    }
}
