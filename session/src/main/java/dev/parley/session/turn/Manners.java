package dev.parley.session.turn;

import dev.parley.kernel.json.Json;
import dev.parley.session.port.People;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.SpeechStreams;

/** Who says how they want to be spoken to is spoken to so, from the answer to that on. */
record Manners(People people, SpeechStreams streams, Recorder recorder) {
    void take(String text, String by) {
        Json.Obj manner = people.manner(text);
        if (manner != null && streams.wish(manner, by)) {
            people.chose(by, streams.ofUser(by), recorder.cause());
        }
    }
}
