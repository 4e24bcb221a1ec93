package dev.parley.pipeline.spec;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.yaml.Place;
import java.util.List;
import java.util.Optional;

/**
 * A node as the specification asks for it.
 *
 * @param providers the providers in the order in which they are tried; empty for a node that needs none
 * @param fanIn how several incoming edges of one event type become one stream
 * @param fanOut who gets an event when several outgoing edges carry its type
 * @param fallback the node that takes over when this one's budget or provider says fallback
 * @param external how to reach a node that lives in another process
 */
public record NodeSpec(
        Place place,
        String id,
        String type,
        List<String> providers,
        Json.Obj settings,
        Optional<FanIn> fanIn,
        Optional<FanOut> fanOut,
        BudgetSpec budget,
        Optional<String> fallback,
        Optional<ExternalSpec> external) {
    public NodeSpec {
        providers = List.copyOf(providers);
    }

    /** The same node with other providers. */
    public NodeSpec with(List<String> others) {
        return new NodeSpec(place, id, type, others, settings, fanIn, fanOut, budget, fallback, external);
    }

    /** The same node where streams meet, or part, or no longer do. */
    public NodeSpec where(boolean meets, boolean parts) {
        return new NodeSpec(
                place,
                id,
                type,
                providers,
                settings,
                meets ? fanIn : Optional.empty(),
                parts ? fanOut : Optional.empty(),
                budget,
                fallback,
                external);
    }

    /** How several streams become one. */
    public record FanIn(Rule rule, List<String> priority) {
        public FanIn {
            priority = List.copyOf(priority);
        }
    }

    /** The rules of fan-in; each gives one order for the same input. */
    public enum Rule {
        /** By runtime sequence, then by the edges' order in the specification. */
        SEQUENCE,
        /** By media time, then by runtime sequence. */
        MEDIA_TIME,
        /** The edge named first goes first whenever it has something. */
        PRIORITY
    }

    /** Who gets an event that several edges could carry. */
    public enum FanOut {
        /** Each of them. */
        COPY,
        /** The first in the specification's order that is not under pressure, or else the first. */
        FIRST_READY
    }
}
