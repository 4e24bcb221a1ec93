package dev.parley.kernel.stream;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationQuery;
import dev.parley.kernel.AttestationStore;
import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The front of this package: streams, what was decided about them, and the way back from a record to the same state.
 *
 * <p>Any thread may ask. One request is decided at a time, so all attestations stand in one order, and a request sees
 * everything that was decided before it.
 */
public final class AudioRegistrar {
    private final TimeSource time;
    private final AttestationStore store = new AttestationStore();
    private final Registrar<Subject, StreamEvent> registrar;

    public AudioRegistrar(InterruptReading reading, TimeSource time) {
        this.time = time;
        this.registrar = new Registrar<>(new StreamRoom(reading), store);
    }

    /**
     * A registrar that stands where these exported attestations lead.
     *
     * @throws IllegalArgumentException if the list was edited; it names the first attestation that does not verify
     */
    public static AudioRegistrar replay(InterruptReading reading, TimeSource time, List<Json.Obj> attestations) {
        AudioRegistrar recovered = new AudioRegistrar(reading, time);
        return switch (Rebuild.into(recovered.registrar, attestations)) {
            case Rebuild.Result.Verified _ -> recovered;
            case Rebuild.Result.Differs differs ->
                throw new IllegalArgumentException(
                        "attestation " + differs.index() + " does not verify: " + differs.sentence());
        };
    }

    /** Decides, attests and applies one request. A refusal is a verdict, never an exception. */
    public synchronized Verdict<Subject> request(Request request) {
        return registrar.request(request);
    }

    /** The same with the time of this registrar's clock. */
    public Verdict<Subject> request(String actor, String target, String action, Json.Obj parameters) {
        return request(new Request(now(), actor, target, action, parameters));
    }

    private OffsetDateTime now() {
        return OffsetDateTime.ofInstant(Instant.ofEpochMilli(time.wallMillis()), ZoneOffset.UTC);
    }

    /** A handle on the stream of that name, whether or not it exists yet. */
    public AudioStream stream(String name) {
        return new AudioStream(this, name);
    }

    /** The stream as it stands, or null where there is none of that name. */
    public synchronized @Nullable Stream state(String name) {
        return registrar.view().state(Keys.stream(name)) instanceof Stream stream ? stream : null;
    }

    /** The session as it stands, or null where no stream was created in it. */
    public synchronized @Nullable Session session(String name) {
        return registrar.view().state(Keys.session(name)) instanceof Session session ? session : null;
    }

    /** Whether that session is halted until an operator resumes it. */
    public synchronized boolean isHalted(String session) {
        return registrar.view().isHalted(Keys.session(session));
    }

    /** The override in force for that stream, its session's before its user's, or null where none is active. */
    public synchronized @Nullable AccessibilityState override(String name) {
        Stream stream = state(name);
        return stream == null ? null : Overrides.inForce(registrar.view(), stream);
    }

    /** Questions to everything attested so far. */
    public synchronized AttestationQuery attestations() {
        return new AttestationQuery(store.all());
    }

    /** Every attestation in the frozen form, for {@link #replay}. */
    public synchronized List<Json.Obj> export() {
        return store.all().stream().map(Attestation::toJson).toList();
    }
}
