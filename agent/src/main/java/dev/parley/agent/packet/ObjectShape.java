package dev.parley.agent.packet;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** The fields of an object: which must be there, what each has to look like, and whether others may be. */
final class ObjectShape implements Shape {
    private static final String MARK = "_";

    record Field(String name, boolean required, Shape shape) {}

    private final Field[] fields;
    private final boolean open;
    private final boolean ignoresMarked;

    /**
     * @param open whether any other field may be there
     * @param ignoresMarked whether, in a closed object, fields that begin with an underscore may be there
     */
    ObjectShape(List<Field> fields, boolean open, boolean ignoresMarked) {
        this.fields = fields.toArray(Field[]::new);
        this.open = open;
        this.ignoresMarked = ignoresMarked;
    }

    @Override
    public boolean fits(JsonNode value) {
        if (!value.isObject()) {
            return true;
        }
        int known = 0;
        for (Field field : fields) {
            JsonNode part = value.get(field.name());
            if (part == null) {
                if (field.required()) {
                    return false;
                }
            } else if (field.shape().fits(part)) {
                known++;
            } else {
                return false;
            }
        }
        return open || known == value.size() || (ignoresMarked && known + marked(value) == value.size());
    }

    private static int marked(JsonNode value) {
        int count = 0;
        for (String name : value.propertyNames()) {
            if (name.startsWith(MARK)) {
                count++;
            }
        }
        return count;
    }
}
