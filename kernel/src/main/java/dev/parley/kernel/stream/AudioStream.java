package dev.parley.kernel.stream;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import org.jspecify.annotations.Nullable;

/** A stream by its name: every action as a sentence that names who asks. Each answers with its verdict. */
public final class AudioStream {
    private final AudioRegistrar registrar;
    private final String name;

    AudioStream(AudioRegistrar registrar, String name) {
        this.registrar = registrar;
        this.name = name;
    }

    private Verdict<Subject> ask(String actor, String action, Json.Obj parameters) {
        return registrar.request(actor, name, action, parameters);
    }

    private Verdict<Subject> ask(String actor, String action) {
        return ask(actor, action, Json.Obj.EMPTY);
    }

    public String name() {
        return name;
    }

    /** The stream as it stands, or null before it is created. */
    public @Nullable Stream state() {
        return registrar.state(name);
    }

    public Verdict<Subject> create(String actor) {
        return ask(actor, "CREATE");
    }

    /** With an owner, priority, session, user or other parameters of CREATE. */
    public Verdict<Subject> create(String actor, Json.Obj parameters) {
        return ask(actor, "CREATE", parameters);
    }

    public Verdict<Subject> start(String actor) {
        return ask(actor, "START");
    }

    public Verdict<Subject> compile(String actor) {
        return ask(actor, "COMPILE");
    }

    public Verdict<Subject> synthesize(String actor) {
        return ask(actor, "SYNTHESIZE");
    }

    public Verdict<Subject> play(String actor) {
        return ask(actor, "PLAY");
    }

    public Verdict<Subject> interrupt(String actor) {
        return ask(actor, "INTERRUPT");
    }

    public Verdict<Subject> interrupt(String actor, int priority) {
        return ask(actor, "INTERRUPT", Json.Obj.EMPTY.with("priority", priority));
    }

    /** Interrupts and stays so until {@code system} says that the flush is done. */
    public Verdict<Subject> interruptAndHold(String actor) {
        return ask(actor, "INTERRUPT", Json.Obj.EMPTY.with("flush", "hold"));
    }

    public Verdict<Subject> stop(String actor) {
        return ask(actor, "STOP");
    }

    public Verdict<Subject> fail(String actor) {
        return ask(actor, "FAIL");
    }

    public Verdict<Subject> restart(String actor) {
        return ask(actor, "RESTART");
    }

    public Verdict<Subject> claim(String actor) {
        return ask(actor, "CLAIM");
    }

    public Verdict<Subject> claim(String actor, int priority) {
        return ask(actor, "CLAIM", Json.Obj.EMPTY.with("priority", priority));
    }

    public Verdict<Subject> release(String actor) {
        return ask(actor, "RELEASE");
    }

    public Verdict<Subject> transfer(String from, String to) {
        return ask(from, "TRANSFER", Json.Obj.EMPTY.with("to", to));
    }

    public Verdict<Subject> delegate(String owner, String to) {
        return ask(owner, "DELEGATE", Json.Obj.EMPTY.with("to", to));
    }

    public Verdict<Subject> enableOverride(String user, Scope scope) {
        return ask(user, "ENABLE_OVERRIDE", Json.Obj.EMPTY.with("scope", scope.code()));
    }

    /** With the fields that change: scope, speech_rate, pause_amplification, forced_captions. */
    public Verdict<Subject> updateOverride(String user, Json.Obj changes) {
        return ask(user, "UPDATE_OVERRIDE", changes);
    }

    public Verdict<Subject> disableOverride(String user) {
        return ask(user, "DISABLE_OVERRIDE");
    }

    public Verdict<Subject> mutateGraph(String actor, String change) {
        return ask(actor, "MUTATE_GRAPH", Json.Obj.EMPTY.with("change", change));
    }

    public Verdict<Subject> commit(String actor) {
        return ask(actor, "COMMIT");
    }

    /** To the revision before. */
    public Verdict<Subject> rollback(String actor) {
        return ask(actor, "ROLLBACK");
    }

    public Verdict<Subject> rollback(String actor, int toRevision) {
        return ask(actor, "ROLLBACK", Json.Obj.EMPTY.with("to_revision", toRevision));
    }
}
