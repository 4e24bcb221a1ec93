package dev.parley.pipeline.spec;

import dev.parley.pipeline.yaml.Place;
import java.util.List;

/** What a node does with less when something runs short. */
public record DegradeRule(Place place, String when, String node, String action) {
    public static final List<String> CAUSES =
            List.of("watermark", "budget_warning", "budget_exhausted", "provider_error");
    public static final List<String> ACTIONS = List.of("fallback", "skip", "shorten");
}
