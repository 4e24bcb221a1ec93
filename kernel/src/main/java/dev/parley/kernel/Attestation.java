package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The immutable record of one decision, denials included. It keeps what was decided; names and sentences are derived
 * from it on reading. Each one carries the digest of itself and all before it, so a list cannot be edited unseen.
 */
public final class Attestation {
    private static final int NANO_DIGITS = 9;

    private final String series;
    private final long order;
    private final Request request;
    private final Decision decision;
    private final List<Violation> violations;
    private final long ran;
    private final Checked checked;
    private final Metadata metadata;
    private final long parent;
    private final List<String> retired;
    private final Hash digest;

    Attestation(
            String series,
            long order,
            Request request,
            Judged<?, ?> judged,
            Checked checked,
            List<String> retired,
            Hash digest) {
        this.series = series;
        this.order = order;
        this.request = request;
        this.decision = judged.decision();
        this.violations = judged.violations();
        this.ran = judged.ran();
        this.checked = checked;
        this.metadata = judged.metadata();
        this.parent = judged.parent();
        this.retired = retired;
        this.digest = digest;
    }

    public String id() {
        return series + order;
    }

    public long order() {
        return order;
    }

    public OffsetDateTime at() {
        return request.at();
    }

    public String action() {
        return request.action();
    }

    public String actor() {
        return request.actor();
    }

    public String target() {
        return request.target();
    }

    public Request request() {
        return request;
    }

    /** The decision as it is exported: a HALT is a denial whose metadata says so. */
    private String exported() {
        return decision == Decision.ALLOWED ? Decision.ALLOWED.printed() : Decision.DENIED.printed();
    }

    public Decision decision() {
        return decision;
    }

    public List<Violation> violations() {
        return violations;
    }

    public String reason() {
        for (Violation violation : violations) {
            if (violation.level().compareTo(Level.REJECT) >= 0) {
                return violation.id() + ": " + violation.reason();
            }
        }
        return action() + " by " + actor() + " breaks no rule";
    }

    public List<String> invariantsChecked() {
        return checked.names(ran);
    }

    public Metadata metadata() {
        return metadata;
    }

    /** The version of its subject that the request builds on, 0 if it founds one or names none. */
    long parent() {
        return parent;
    }

    /** The subjects that the registrar let go of between the verdict before and this one. */
    List<String> retired() {
        return retired;
    }

    /** SHA-256 over this attestation and the digest of the one before. */
    public Hash digest() {
        return digest;
    }

    /** The frozen form (stream model 6.1); everything beyond its ten fields stands under metadata. */
    public Json.Obj toJson() {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("id", Json.of(id()));
        fields.put("timestamp", timestamp());
        fields.put("action", Json.of(action()));
        fields.put("actor", Json.of(actor()));
        fields.put("target", Json.of(target()));
        fields.put("decision", Json.of(exported()));
        fields.put("reason", Json.of(reason()));
        fields.put("parameters", request.parameters());
        fields.put("invariants_checked", Json.texts(invariantsChecked()));
        fields.put("metadata", extensions());
        return new Json.Obj(fields);
    }

    private Json.Num timestamp() {
        BigDecimal nanos = new BigDecimal(BigInteger.valueOf(at().getNano()), NANO_DIGITS);
        return new Json.Num(BigDecimal.valueOf(at().toEpochSecond()).add(nanos).stripTrailingZeros());
    }

    private Json.Obj extensions() {
        Json.Obj extended = metadata.json().with("at", at().toString());
        if (request.machine() != null) {
            extended = extended.with("machine", request.machine());
        }
        if (decision == Decision.HALTED) {
            extended = extended.with("halt", true);
        }
        if (!violations.isEmpty()) {
            List<Json> items = new ArrayList<>();
            for (Violation violation : violations) {
                items.add(Json.Obj.EMPTY
                        .with("id", violation.id())
                        .with("level", violation.level().name()));
            }
            extended = extended.with("violations", Json.of(items));
        }
        return extended.with("digest", digest.hex());
    }
}
