package dev.parley.kernel;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonDifference;
import dev.parley.kernel.rune.Hash;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Rebuilds a registrar from exported attestations by deciding everything again, and refuses a list that was edited. */
public final class Rebuild {
    private static final int BRIEF_MAX = 80;

    private Rebuild() {}

    /** The outcome of a rebuild. */
    public sealed interface Result {
        /** Every attestation was derived again, digests included. */
        record Verified() implements Result {}

        /**
         * The first one, by its index from 0, that this history does not lead to.
         *
         * @param field where the two part, such as {@code metadata.digest}; empty where there is nothing to compare
         */
        record Differs(int index, String field, String expected, String found) implements Result {
            /** One short sentence. */
            public String sentence() {
                return field.isEmpty()
                        ? "expected " + expected + ", found " + found
                        : field + " is " + found + " and should be " + expected;
            }
        }
    }

    /** Feeds the requests of these attestations to a fresh registrar and compares what it attests with the list. */
    public static <S extends Registered, E> Result into(Registrar<S, E> fresh, List<Json.Obj> attestations) {
        VerdictFold<S, E> fold = VerdictFold.attesting(fresh);
        for (int index = 0; index < attestations.size(); index++) {
            VerdictFold.Difference difference =
                    fold.accept(attestations.get(index), Exported.FORM).difference();
            if (difference != null) {
                String field = difference.path().isEmpty()
                        ? ""
                        : difference.path().substring(1).replace('/', '.');
                return new Result.Differs(index, field, brief(difference.expected()), brief(difference.found()));
            }
        }
        Request owed = fold.owed();
        return owed == null
                ? new Result.Verified()
                : new Result.Differs(attestations.size(), "", owed.action() + " by " + owed.actor(), "the end");
    }

    private static String brief(String text) {
        return text.length() <= BRIEF_MAX ? text : text.substring(0, BRIEF_MAX) + "\u2026";
    }

    /** The frozen form of an attestation. It says neither what it builds on nor what was let go of. */
    private static final class Exported implements VerdictFold.Form {
        private static final Exported FORM = new Exported();

        @Override
        public @Nullable Request request(Json.Obj attestation) {
            String actor = attestation.text("actor");
            String target = attestation.text("target");
            String action = attestation.text("action");
            if (actor == null
                    || target == null
                    || action == null
                    || !(attestation.get("parameters") instanceof Json.Obj parameters)
                    || !(attestation.get("metadata") instanceof Json.Obj metadata)) {
                return null;
            }
            String at = metadata.text("at");
            if (at == null) {
                return null;
            }
            try {
                return new Request(
                        OffsetDateTime.parse(at), actor, target, action, parameters, metadata.text("machine"));
            } catch (DateTimeException e) {
                return null;
            }
        }

        @Override
        public Claim claim(Json.Obj attestation) {
            Json metadata = attestation.get("metadata");
            Hash digest = VerdictRune.digest(metadata instanceof Json.Obj given ? given : Json.Obj.EMPTY);
            return new Claim(null, order(attestation.text("id")), digest, true);
        }

        private static long order(@Nullable String id) {
            try {
                return id == null ? 0 : Long.parseLong(id.substring(id.lastIndexOf('_') + 1));
            } catch (NumberFormatException e) {
                return 0;
            }
        }

        @Override
        public void retired(Json.Obj attestation, Consumer<String> each) {}

        @Override
        public @Nullable JsonDifference difference(Json.Obj attestation, Attestation derived, boolean inPlace) {
            Json.Obj expected = derived.toJson();
            return expected.equals(attestation) ? null : JsonDifference.first(expected, attestation);
        }
    }
}
