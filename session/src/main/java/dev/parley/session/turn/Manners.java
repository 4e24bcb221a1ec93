package dev.parley.session.turn;

import dev.parley.kernel.json.Json;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.think.ReplyLoop;
import dev.parley.session.tool.Questions;
import org.jspecify.annotations.Nullable;

/**
 * What comes before the answer itself. Who says how they want to be spoken to is spoken to so, from the answer to that on; a
 * question that the person left open is told to be dropped; and a greeting comes before all else.
 */
record Manners(People people, SpeechStreams streams, Recorder recorder, Questions questions) {
    /** @param dropped what to say about a question of the house that these words have dropped, or null */
    void take(String text, String by, @Nullable String dropped, ReplyLoop reply) {
        Json.Obj manner = people.manner(text);
        if (manner != null && streams.wish(manner, by)) {
            people.chose(by, streams.ofUser(by), recorder.cause());
        }
        String greeting = people.greeting(by);
        if (greeting != null) {
            reply.ahead(greeting, "birthday");
        }
        String left = questions.takeLeft();
        String told = left == null ? dropped : "I did not " + left + ".";
        if (told != null) {
            reply.ahead(told, "question_dropped");
        }
    }
}
