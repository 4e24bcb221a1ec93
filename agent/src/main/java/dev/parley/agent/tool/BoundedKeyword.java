package dev.parley.agent.tool;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A keyword of JSON Schema that counts what it does as {@link CheckingWork}. */
record BoundedKeyword(Keyword keyword) implements Keyword {
    /** The validator knows these by their classes. They check nothing, or go on to a schema whose keywords count. */
    private static final Set<String> UNCOUNTED = Set.of("$ref", "$dynamicRef", "$recursiveRef", "format");

    private static final Set<String> WHOLE_VALUES = Set.of("enum", "const", "uniqueItems");
    private static final Set<String> ALL_BEFORE = Set.of("unevaluatedItems", "unevaluatedProperties");
    private static final int CHARACTERS_PER_STEP = 64;

    static List<BoundedKeyword> all(Collection<Keyword> keywords) {
        return keywords.stream()
                .filter(keyword -> !UNCOUNTED.contains(keyword.getValue()))
                .map(BoundedKeyword::new)
                .toList();
    }

    @Override
    public String getValue() {
        return keyword.getValue();
    }

    @Override
    public KeywordValidator newValidator(SchemaLocation at, JsonNode node, Schema parent, SchemaContext context)
            throws Exception {
        CheckingWork.visit();
        boolean whole = WHOLE_VALUES.contains(getValue());
        boolean allBefore = ALL_BEFORE.contains(getValue());
        long own = whole ? weight(node) : node.size();
        return new Bounded(keyword.newValidator(at, node, parent, context), own, whole, allBefore);
    }

    /** How much there is to compare. */
    private static long weight(JsonNode node) {
        long weight = 1L + (node.isString() ? node.stringValue().length() / CHARACTERS_PER_STEP : 0);
        for (JsonNode each : node) {
            weight += weight(each);
        }
        return weight;
    }

    private record Bounded(KeywordValidator validator, long own, boolean whole, boolean allBefore)
            implements KeywordValidator {
        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath at) {
            spend(node);
            validator.validate(context, node, root, at);
        }

        @Override
        public void walk(ExecutionContext context, JsonNode node, JsonNode root, NodePath at, boolean validates) {
            spend(node);
            validator.walk(context, node, root, at, validates);
        }

        private void spend(JsonNode node) {
            CheckingWork.visit();
            CheckingWork.spend(own + (whole || node.isString() ? weight(node) : node.size()));
            CheckingWork.spend(allBefore ? CheckingWork.visits() : 0);
        }

        @Override
        public void preloadSchema() {
            validator.preloadSchema();
        }

        @Override
        public SchemaLocation getSchemaLocation() {
            return validator.getSchemaLocation();
        }

        @Override
        public String getKeyword() {
            return validator.getKeyword();
        }
    }
}
