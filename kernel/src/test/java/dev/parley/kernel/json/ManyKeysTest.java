package dev.parley.kernel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** An object with few keys and one with many are read alike. */
class ManyKeysTest {
    /** The keys are in no order, and none is the same string as another. */
    private static Json.Obj unsorted(int keys) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (int i = 0; i < keys; i++) {
            fields.put(Integer.toString((int) (i * 48_271L % keys)), Json.of(i));
        }
        return new Json.Obj(fields);
    }

    @Test
    void findsAndSortsFewAndManyKeysAlike() {
        for (int keys : new int[] {1, 2, 16, 17, 1_000}) {
            Json.Obj object = unsorted(keys);
            assertEquals(new TreeMap<>(object.fields()), object.fields());
            assertEquals(
                    new TreeMap<>(object.fields()).keySet().stream().toList(),
                    object.sorted().fields().keySet().stream().toList());
            object.sorted().fields().forEach((key, value) -> assertEquals(value, object.get(key)));
            assertNull(object.get("absent"));
        }
    }
}
