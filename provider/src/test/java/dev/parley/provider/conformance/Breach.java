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
    TAKES_WORDS_BACK(Modality.STT, Check.ORDERS_ITS_CONTENT),
    DECLARES_A_WRONG_LENGTH(Modality.TTS, Check.ORDERS_ITS_CONTENT),
    PROTECTS_TOO_LATE(Modality.LLM, Check.ORDERS_ITS_CONTENT),
    ASKS_TWICE_UNDER_ONE_ID(Modality.LLM, Check.ORDERS_ITS_CONTENT),
    STOPS_A_VOICE_TWICE(Modality.VAD, Check.ORDERS_ITS_CONTENT),
    LISTENS_FOR_EVER(Modality.STT, Check.TAKES_NO_LATE_INPUT),
    WANTS_ITS_AUDIO_LIVE(Modality.STT, Check.TAKES_ALL_INPUT_AT_ONCE),
    FLOODS_ITS_CALLER(Modality.TTS, Check.STAYS_WITHIN_ITS_CREDIT),
    ENDS_WHILE_IT_WAITS(Modality.LLM, Check.STAYS_WITHIN_ITS_CREDIT),
    GATHERS_ITS_WORDS(Modality.LLM, Check.STREAMS_AS_DECLARED),
    FALLS_SILENT(Modality.LLM, Check.SHOWS_LIFE),
    IGNORES_THE_RATE(Modality.TTS, Check.SPEAKS_AT_THE_RATE),
    CHANGES_ITS_MIND(Modality.END_OF_TURN, Check.DECIDES_ONCE);

    final Modality modality;
    final Check foundBy;

    Breach(Modality modality, Check foundBy) {
        this.modality = modality;
        this.foundBy = foundBy;
    }
}
