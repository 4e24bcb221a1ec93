package dev.parley.transport;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Looks back at what is recorded: why it was decided so, whether it holds, and what other rules would have made of it. */
public interface Analyst {
    /** There is nobody who could. */
    Analyst NOBODY = new Analyst() {
        @Override
        public Json.Obj explain(String conversation, List<Rune> runes, Rune event) {
            throw Problem.notFound();
        }

        @Override
        public Json.Obj replay(String conversation, long to) {
            throw Problem.notFound();
        }

        @Override
        public Json.Obj decideAgain(List<String> conversations, OtherRules rules, BooleanSupplier stops) {
            throw Problem.notFound();
        }
    };

    /** Why an event is in a record: what led to it, the decision behind it, and what would have changed that. */
    Json.Obj explain(String conversation, List<Rune> runes, Rune event);

    /** Folds a conversation again up to this event; {@link Long#MAX_VALUE} for all of it. */
    Json.Obj replay(String conversation, long to);

    /**
     * Decides what was asked in these conversations again, each once however often it is named.
     *
     * @param stops asked again and again, from any thread; once it says so, what was decided until then is the answer
     * @throws IllegalArgumentException with a sentence, where the other rules cannot be read
     */
    Json.Obj decideAgain(List<String> conversations, OtherRules rules, BooleanSupplier stops);

    /**
     * Rules that were not in force.
     *
     * @param tools allow, ask or deny, by tool
     * @param catalogue the commands of the house as YAML, empty for those that were in force
     * @param household the people as YAML, empty for those who were there
     */
    record OtherRules(Map<String, String> tools, String catalogue, String household) {
        public OtherRules {
            tools = Map.copyOf(tools);
        }
    }
}
