package dev.parley.kernel.event;

import dev.parley.kernel.rune.Visibility;
import java.util.List;

/** How replies are phrased for those present, what is withheld of them, and which speech was rejected. */
public sealed interface SpeechEvents extends Event {

    @Kind(value = "speech.cut", means = "A reply was cut off before its last sentence was played to the end.")
    record SpeechCutOff(long reply) implements SpeechEvents {}

    /**
     * @param reply the number of the whole reply
     * @param say say, neutrally or withhold
     * @param carries the facts that the sentence carries
     */
    @Kind(
            value = "speech.judged",
            means = "The privacy guard decided whether a sentence may be said to those present.",
            visibility = Visibility.INTERNAL)
    record PrivacyDecided(
            long reply,
            String listener,
            String say,
            @About(Personal.EVERYBODY) List<String> carries,
            @About(Personal.EVERYBODY) String reason,
            @About(Personal.EVERYBODY) String piiText)
            implements SpeechEvents {}

    @Kind(
            value = "speech.phrased",
            means = "A reply was split into shorter sentences for its listener.",
            visibility = Visibility.INTERNAL)
    record SpeechPhrased(String manner, long sentenceWordsMax, long reply, String piiText) implements SpeechEvents {}

    @Kind(value = "speech.rejected", means = "Speech was recognised with too little confidence to act on it.")
    record SpeechRejected(@Inline VoiceEvents.VoiceSegment voice, long confidencePermille) implements SpeechEvents {}

    /** @param piiText the words of the model, before they were replaced */
    @Kind(
            value = "speech.rewritten",
            means = "A node of the pipeline replaced the words of a reply.",
            visibility = Visibility.INTERNAL)
    record SpeechRewritten(String node, String piiText) implements SpeechEvents {}

    @Kind(value = "speech.tone", means = "The tone for the present listener was set.", visibility = Visibility.INTERNAL)
    record SpeechToneChanged(String manner, long sentenceWordsMax) implements SpeechEvents {}

    /** @param instead neutral or nothing */
    @Kind(value = "speech.withheld", means = "A sentence was withheld or replaced by a neutral one.")
    record SpeechWithheld(long reply, String instead, String reason) implements SpeechEvents {}
}
