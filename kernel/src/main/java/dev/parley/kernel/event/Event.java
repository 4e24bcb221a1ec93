package dev.parley.kernel.event;

/**
 * Something that happened, as the log records it. Each kind is one record that implements one of the permitted groups; the
 * record declares with {@link Kind} how it is persisted.
 */
public sealed interface Event
        permits AgentEvents,
                ControlEvents,
                ConversationEvents,
                HouseholdEvents,
                HumanEvents,
                LogEvents,
                PipelineEvents,
                PlaybackEvents,
                SpeechEvents,
                ToolEvents,
                TurnEvents,
                Unknown,
                UserEvents,
                VerdictEvents,
                VoiceEvents {

    /** The persisted name of this event's kind. */
    default String kind() {
        return EventCatalogue.typeOf(this).kind();
    }
}
