package dev.parley.session.people;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Parameters;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.household.Timeouts;
import dev.parley.kernel.people.household.Wait;
import dev.parley.pipeline.yaml.YamlDocument;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads who lives in a house, and how long it waits for them, from YAML; every mistake names its line and field. */
public final class HouseholdReader {
    private static final List<String> FIELDS = List.of("id", "role", "birthdate", "facts", "pin");
    /** Actors of the record who are no persons: a person of this name would act, or be taken, for them. */
    private static final Set<String> RESERVED = Set.of("system", "operator", "unknown", "user", "agent");

    private static final String PERSONS_ACTOR = "user_";
    private static final Pattern LENGTH = Pattern.compile("(?<count>[0-9]{1,9})(?<unit>ms|s|m|h)");

    private HouseholdReader() {}

    /** @throws dev.parley.pipeline.yaml.BadYaml with line and field where the text is no household */
    public static HouseSpec read(String file, String text) {
        YamlMap root = YamlDocument.read(file, text).map().only(List.of("people", "timeouts"));
        List<Resident> residents = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlValue item : root.required("people").items()) {
            residents.add(resident(item.map().only(FIELDS), names));
        }
        if (residents.stream().noneMatch(resident -> resident.role().equals(Role.OWNER.name()))) {
            throw root.required("people").bad("a house has at least one OWNER");
        }
        return new HouseSpec(
                residents,
                CatalogueReader.standard(),
                root.optional("timeouts").map(HouseholdReader::timeouts).orElse(Timeouts.DEFAULTS));
    }

    private static Timeouts timeouts(YamlValue value) {
        YamlMap fields =
                value.map().only(Arrays.stream(Wait.values()).map(Wait::field).toList());
        Timeouts timeouts = Timeouts.DEFAULTS;
        for (Wait wait : Wait.values()) {
            YamlValue given = fields.optional(wait.field()).orElse(null);
            timeouts = given == null ? timeouts : timeouts.with(wait, length(given));
        }
        return timeouts;
    }

    /** A whole number and its unit, because a number alone would leave open what it counts. */
    private static Duration length(YamlValue value) {
        Matcher found = LENGTH.matcher(value.json() instanceof Json.Str(String text) ? text : "");
        if (!found.matches()) {
            throw value.bad("a timeout is a whole number with its unit ms, s, m or h, such as 30s or 1h");
        }
        long count = Long.parseLong(found.group("count"));
        Duration length = switch (found.group("unit")) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
        if (length.compareTo(Timeouts.SHORTEST) < 0 || length.compareTo(Timeouts.LONGEST) > 0) {
            throw value.bad("a timeout lasts from 1ms to 8760h");
        }
        return length;
    }

    private static Resident resident(YamlMap fields, Set<String> names) {
        YamlValue id = fields.required("id");
        if (!id.text().matches("[a-z][a-z0-9_-]{0,63}")) {
            throw id.bad("a person's id is a small letter, then small letters, digits, _ or -, at most 64 in all");
        }
        if (RESERVED.contains(id.text()) || id.text().startsWith(PERSONS_ACTOR)) {
            throw id.bad("'" + id.text() + "' is no person: the record uses this name itself; choose another id");
        }
        if (!names.add(id.text())) {
            throw id.bad("'" + id.text() + "' lives here already");
        }
        List<String> roles = Arrays.stream(Role.values()).map(Role::name).toList();
        return new Resident(
                id.text(),
                fields.optional("role", Role.GUEST.name(), value -> value.oneOf(roles)),
                fields.optional("birthdate").map(HouseholdReader::date).orElse(null),
                false,
                facts(fields.optional("facts").orElse(null)),
                List.of(),
                fields.optional("pin").map(HouseholdReader::pin).orElse(null));
    }

    /** The mistake is told without the value: a PIN is printed nowhere. */
    private static String pin(YamlValue value) {
        String pin = value.json() instanceof Json.Str(String text)
                ? text
                : value.json().text();
        if (!pin.matches("[0-9]{4,12}")) {
            throw value.bad("a pin has four to twelve digits");
        }
        return pin;
    }

    private static LocalDate date(YamlValue value) {
        LocalDate date = Parameters.date(value.text());
        if (date == null) {
            throw value.bad("a birthdate is a date such as 1980-05-01");
        }
        return date;
    }

    private static Map<String, String> facts(@Nullable YamlValue value) {
        Map<String, String> facts = new TreeMap<>();
        if (value != null) {
            value.map().fields().forEach((field, fact) -> {
                if (field.equals("birthdate") || field.equals("role")) {
                    throw fact.bad("'" + field + "' is a field of the person, not one of their facts");
                }
                facts.put(field, fact.text());
            });
        }
        return facts;
    }
}
