package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stream model 8.1 and 8.2, ruling A13. */
class SchemaVersionTest {
    @Test
    void isFrozenAtTwoNine() {
        assertEquals("2.9.0", SchemaVersion.REGISTRAR_SCHEMA_VERSION);
        assertTrue(SchemaVersion.STATE_SCHEMA_FROZEN);
    }

    @ParameterizedTest
    @CsvSource({
        "2.6.0, true",
        "2.7.3, true",
        "2.8.0, true",
        "2.9.0, true",
        "2.10.1, true",
        "2.5.9, false",
        "3.0.0, false",
        "1.9.0, false",
        "20.6.0, false"
    })
    void readsTwoSixAndLaterOfTheSameMajor(String version, boolean compatible) {
        assertEquals(compatible, SchemaVersion.checkCompatibility(version));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "2", "2.9", "2.9.0.1", "2.x.0", "v2.9.0", "2.-9.0", " 2.9.0", "2.9.0\n", "2.99999999999.0"})
    void answersAMalformedVersionWithAClearErrorAndNotWithYes(String version) {
        Exception error = assertThrows(IllegalArgumentException.class, () -> SchemaVersion.checkCompatibility(version));
        assertTrue(String.valueOf(error.getMessage()).contains("three numbers"), error.toString());
    }
}
