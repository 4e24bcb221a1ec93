package dev.parley.session.turn;

import dev.parley.kernel.json.Json;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.think.ReplyLoop;

/** Who says how they want to be spoken to is spoken to so, from the answer to that on; and a greeting comes before all else. */
record Manners(People people, SpeechStreams streams, Recorder recorder) {
    void take(String text, String by, ReplyLoop reply) {
        Json.Obj manner = people.manner(text);
        if (manner != null && streams.wish(manner, by)) {
            people.chose(by, streams.ofUser(by), recorder.cause());
        }
        String greeting = people.greeting(by);
        if (greeting != null) {
            reply.beside(greeting, "birthday");
        }
    }
}
