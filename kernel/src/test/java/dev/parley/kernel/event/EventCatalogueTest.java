package dev.parley.kernel.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.ControlEvents.FlowPaused;
import dev.parley.kernel.event.PlaybackEvents.PlaybackProgressed;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The catalogue writes and reads every kind by its record, and what does not fit is kept as it is. */
class EventCatalogueTest {
    private static final int SAMPLES = 40;
    private static final Json OF_NO_TYPE = new Json.Arr(List.of(Json.Bool.TRUE, Json.of(3), Json.of("x")));

    private static final Set<String> FREE = Set.of(
            "episode.refused packet",
            "house.imported payload",
            "knowledge.learned content",
            "knowledge.learned known",
            "memory.kept content",
            "memory.kept known",
            "override.kept override",
            "profile.changed profile",
            "room.changed catalogue",
            "room.opened catalogue",
            "session.created *",
            "session.created scenario",
            "session.paced speech_rate",
            "session.pipeline budgets",
            "session.pipeline degrade",
            "session.pipeline edges",
            "session.pipeline nodes",
            "session.plan bindings",
            "session.plan capabilities",
            "session.state value",
            "snapshot.rooms *",
            "tool.call arguments",
            "tool.progress progress",
            "tool.refused arguments",
            "tool.result content",
            "turn.plan bindings",
            "turn.plan capabilities",
            "verdict.episode parameters",
            "verdict.episode parent",
            "verdict.household parameters",
            "verdict.household parent",
            "verdict.stream parameters",
            "verdict.stream parent",
            "verdict.tool parameters",
            "verdict.tool parent",
            "verdict.turn parameters",
            "verdict.turn parent");

    private static Stream<EventType> types() {
        return EventCatalogue.types().stream();
    }

    @ParameterizedTest
    @MethodSource("types")
    void readsWhatItWrote(EventType type) {
        Random random = new Random(type.kind().hashCode());
        for (int i = 0; i < SAMPLES; i++) {
            Event event = (Event) sample(type.type(), random);
            Json.Obj payload = EventCatalogue.payload(event);
            Event read = EventCatalogue.read(type.kind(), payload);
            assertEquals(payload, EventCatalogue.payload(read), type.kind());
            if (!hasFreeFields(type)) {
                assertEquals(event, read);
            }
            assertEquals(type.kind(), event.kind());
        }
    }

    /** Later versions add fields: they are passed over, and the payload itself keeps them. */
    @ParameterizedTest
    @MethodSource("types")
    void passesOverFieldsOfLaterVersions(EventType type) {
        Json.Obj payload = EventCatalogue.payload((Event) sample(type.type(), new Random(1)));
        Event later = EventCatalogue.read(type.kind(), payload.with("added_later", 1));
        assertInstanceOf(type.type(), later);
    }

    /** Zero numbers, empty texts and empty objects may be absent. */
    @ParameterizedTest
    @MethodSource("types")
    void readsAnEmptyPayload(EventType type) {
        assertInstanceOf(type.type(), EventCatalogue.read(type.kind(), Json.Obj.EMPTY), type.kind());
    }

    @ParameterizedTest
    @MethodSource("types")
    void keepsAPayloadWithAFieldOfAnotherType(EventType type) {
        Json.Obj payload = EventCatalogue.payload((Event) sample(type.type(), new Random(2)));
        for (EventField field : type.fields()) {
            if (!field.isFree()
                    && !field.type().startsWith("list")
                    && !field.type().startsWith("always")) {
                Json.Obj wrong = payload.with(field.name(), OF_NO_TYPE);
                assertEquals(new Unknown(type.kind(), wrong), EventCatalogue.read(type.kind(), wrong), field.name());
            }
        }
    }

    @Test
    void keepsAnEventOfAnUnknownKind() {
        Json.Obj payload = Json.Obj.EMPTY.with("a", 1);
        Event unknown = EventCatalogue.read("later.kind", payload);
        assertEquals(new Unknown("later.kind", payload), unknown);
        assertEquals(payload, EventCatalogue.payload(unknown));
        assertEquals(Personal.EVERYBODY, Personal.whose("later.kind", "a"));
    }

    @Test
    void draftsAnEventAsItsKindDeclares() {
        RuneDraft draft = EventCatalogue.draft("c", new PlaybackProgressed(3, 1_000));
        assertEquals("playback.progress", draft.kind());
        assertEquals(Lane.TELEMETRY, draft.envelope().lane());
        assertEquals(Visibility.INTERNAL, draft.envelope().visibility());
        assertEquals(Json.Obj.EMPTY.with("reply", 3).with("played_ms", 1_000), draft.payload());
        assertEquals(WriteClass.SILENCE, EventCatalogue.writeClass("turn.interrupted"));
    }

    @Test
    void writesTheSignalOfAKindAndLeavesAbsentFieldsOut() {
        assertEquals(
                Json.Obj.EMPTY.with("edge", "tts_in").with("signal", "flow_xoff"),
                EventCatalogue.payload(new FlowPaused("tts_in")));
        assertEquals(Json.Obj.EMPTY.with("reply", 1), EventCatalogue.payload(new PlaybackStarted(1, null)));
        assertEquals(
                Json.Obj.EMPTY
                        .with("reason", "cancelled")
                        .with("attestation", "a")
                        .with("signal", "abort"),
                EventCatalogue.payload(new TurnInterrupted("cancelled", "a", null)));
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is tested
    void refusesToLeaveOutAFieldThatIsAlwaysThere() {
        FlowPaused incomplete = new FlowPaused(null);
        assertThrows(IllegalArgumentException.class, () -> EventCatalogue.payload(incomplete));
    }

    @Test
    void namesEachKindOnceAndSaysWhatItMeans() {
        Set<String> records = new HashSet<>();
        types().forEach(type -> {
            assertTrue(type.kind().matches("[a-z_]+(\\.[a-z_]+)?"), type.kind());
            assertTrue(type.means().matches("[A-Z].*\\."), type.kind() + ": " + type.means());
            assertTrue(records.add(type.type().getSimpleName()), type.type().getName());
        });
        assertTrue(records.size() > 110, () -> "kinds " + records.size());
    }

    /** Whose a value is is said by a field of the same event. */
    @Test
    void namesThePersonOfEachPersonalFieldBesideIt() {
        types().forEach(type -> {
            Set<String> names = type.fields().stream().map(EventField::name).collect(Collectors.toSet());
            for (EventField field : type.fields()) {
                String about = field.about();
                assertTrue(
                        about == null
                                || Set.of(Personal.ASKER, Personal.EVERYBODY).contains(about)
                                || names.contains(about),
                        type.kind() + " " + field.name() + " is about " + about);
            }
        });
        assertEquals("by", Personal.whose("user.words", "pii_text"));
        assertNull(Personal.whose("user.words", "lines"));
        assertNotNull(EventCatalogue.find(EventCatalogue.kindOf(UserSpoke.class)));
    }

    /** Content is free where the runtime cannot know its form; every other field has a type. */
    @Test
    void hasFreeContentOnlyWhereItIsListed() {
        Set<String> free = new TreeSet<>();
        types().forEach(type -> type.fields().stream()
                .filter(EventField::isFree)
                .forEach(field -> free.add(type.kind() + " " + field.name())));
        assertEquals(new TreeSet<>(FREE), free);
    }

    private static boolean hasFreeFields(EventType type) {
        return type.fields().stream().anyMatch(field -> field.name().equals("*"));
    }

    private static Record sample(Class<? extends Record> type, Random random) {
        List<@Nullable Object> values = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        for (RecordComponent each : type.getRecordComponents()) {
            types.add(each.getType());
            AnnotatedElement declared = each.getAnnotatedType();
            boolean isAbsent = declared.isAnnotationPresent(Nullable.class) && random.nextBoolean();
            values.add(isAbsent ? null : value(each.getGenericType(), random));
        }
        try {
            var constructor = type.getDeclaredConstructor(types.toArray(new Class<?>[0]));
            constructor.setAccessible(true);
            return constructor.newInstance(values.toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object value(Type type, Random random) {
        if (type instanceof ParameterizedType list) {
            List<Object> items = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                items.add(value(list.getActualTypeArguments()[0], random));
            }
            return List.copyOf(items);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == String.class) {
            return "text " + random.nextInt(9);
        }
        if (plain == long.class || plain == Long.class) {
            return random.nextBoolean() ? random.nextLong() : (long) random.nextInt(9);
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return random.nextBoolean();
        }
        if (Json.class.isAssignableFrom(plain)) {
            return plain == Json.Arr.class ? OF_NO_TYPE : Json.Obj.EMPTY.with("free", random.nextInt(9));
        }
        if (plain.isRecord()) {
            return sample(plain.asSubclass(Record.class), random);
        }
        return plain.getEnumConstants()[random.nextInt(plain.getEnumConstants().length)];
    }
}
