package dev.parley.app.drive;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.AttestationStore;
import dev.parley.kernel.Decision;
import dev.parley.kernel.Emit;
import dev.parley.kernel.Level;
import dev.parley.kernel.Rebuild;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Room;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One machine behind its registrar: a request line in, its verdict line and the runtime's own lines out. */
public final class Drive<S extends Registered, E> {
    private final AttestationStore store = new AttestationStore();
    private final Registrar<S, E> registrar;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    private long lines;
    private boolean somethingDenied;

    public Drive(Room<S, E> room) {
        this.registrar = new Registrar<>(room, store);
    }

    /** Rebuilds the state from exported attestations before the first line. */
    public Rebuild.Result rebuild(List<Json.Obj> attestations) {
        return Rebuild.into(registrar, attestations);
    }

    /** Answers one line of bytes. Bytes that are no UTF-8 are refused: replaced, they would make two actors one. */
    public void line(byte[] line, Consumer<Json.Obj> answers) {
        String text;
        try {
            text = utf8.decode(ByteBuffer.wrap(line)).toString();
        } catch (CharacterCodingException e) {
            answer(DriveRequest.unreadable("not UTF-8"), answers);
            return;
        }
        line(text, answers);
    }

    /** Answers one line. Blank lines are not counted and get no answer. */
    public void line(String line, Consumer<Json.Obj> answers) {
        if (!line.isBlank()) {
            answer(DriveRequest.read(line), answers);
        }
    }

    private void answer(DriveRequest read, Consumer<Json.Obj> answers) {
        lines++;
        String fault = read.fault();
        Verdict<S> verdict =
                fault == null ? registrar.request(read.request()) : registrar.malformed(read.request(), fault);
        answers.accept(answer(verdict, false));
        verdict.followed().forEach(next -> answers.accept(answer(next, true)));
    }

    public boolean somethingDenied() {
        return somethingDenied;
    }

    /** Every attestation so far, those rebuilt from included, in the frozen form. */
    public List<Json.Obj> attestations() {
        return store.all().stream().map(Attestation::toJson).toList();
    }

    private Json.Obj answer(Verdict<S> verdict, boolean bySystem) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("n", Json.of(lines));
        if (bySystem) {
            fields.put("by", Json.of("system"));
        }
        fields.put("decision", Json.of(verdict.decision().printed()));
        fields.put("state", registrar.printed(verdict));
        fields.put("reason", Json.of(verdict.reason()));
        fields.put("violations", violations(verdict.violations()));
        fields.put("invariants_checked", Json.texts(verdict.attestation().invariantsChecked()));
        fields.put("attestation_id", Json.of(verdict.attestation().id()));
        fields.put("metadata", metadata(verdict));
        List<Json> emitted = emitted(verdict);
        if (!emitted.isEmpty()) {
            fields.put("emitted", Json.of(emitted));
        }
        return new Json.Obj(fields);
    }

    /** A HALT is said here as it is said in the attestation, so that nobody has to look in two places. */
    private static Json.Obj metadata(Verdict<?> verdict) {
        Json.Obj metadata = verdict.attestation().metadata().json();
        return verdict.decision() == Decision.HALTED ? metadata.with("halt", true) : metadata;
    }

    private Json violations(List<Violation> violations) {
        List<Json> items = new ArrayList<>();
        for (Violation violation : violations) {
            somethingDenied |= violation.level().compareTo(Level.REJECT) >= 0;
            items.add(Json.Obj.EMPTY
                    .with("id", violation.id())
                    .with("level", violation.level().name()));
        }
        return Json.of(items);
    }

    private List<Json> emitted(Verdict<S> verdict) {
        List<Json> items = new ArrayList<>();
        verdict.effects().forEach(effect -> {
            if (effect instanceof Emit(Json.Obj event)) {
                items.add(event);
            }
        });
        return items;
    }
}
