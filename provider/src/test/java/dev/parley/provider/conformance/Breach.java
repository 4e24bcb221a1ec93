package dev.parley.provider.conformance;

import dev.parley.provider.Modality;

/** Ways to break the contract, and the check that finds each. */
enum Breach {
    SAYS_NOTHING_FIRST(Modality.LLM, Check.BEGINS_WITH_STARTED),
    ENDS_TWICE(Modality.LLM, Check.ENDS_EXACTLY_ONCE),
    NEVER_ENDS(Modality.LLM, Check.SUCCEEDS_WITH_CONTENT),
    SHOWS_ANOTHER_CALL(Modality.LLM, Check.SHOWS_ITS_INVOCATION),
    IGNORES_CANCEL(Modality.TTS, Check.STOPS_WHEN_CANCELLED),
    ENDS_AT_EVERY_CANCEL(Modality.TTS, Check.TAKES_A_SECOND_CANCEL),
    IGNORES_THE_TOKEN(Modality.TTS, Check.HONOURS_A_CANCELLED_TOKEN),
    SERVES_ANYTHING(Modality.LLM, Check.REFUSES_ANOTHER_KIND),
    GOES_ON_WHEN_REFUSED(Modality.TTS, Check.STOPS_WHEN_REFUSED),
    MIXES_CALLS(Modality.LLM, Check.KEEPS_CALLS_APART),
    TURNS_AUDIO_BACK(Modality.TTS, Check.ORDERS_ITS_CONTENT),
    LISTENS_FOR_EVER(Modality.STT, Check.TAKES_NO_LATE_INPUT);

    final Modality modality;
    final Check foundBy;

    Breach(Modality modality, Check foundBy) {
        this.modality = modality;
        this.foundBy = foundBy;
    }
}
