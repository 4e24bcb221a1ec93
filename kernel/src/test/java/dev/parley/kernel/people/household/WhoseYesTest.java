package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.command.Binding;
import dev.parley.kernel.people.command.CommandEvent;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.CommandState.Why;
import dev.parley.kernel.people.command.ConfirmationRules;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.mode.Mode;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The rules about a yes by themselves, without the conclusions that usually stand before them: a record in which a withdrawal
 * was left out finds them awake (rulings B9 and B17). And what a command leaves behind when it is over: nothing.
 */
class WhoseYesTest {
    private static final String ADULT = "1980-05-01";
    private static final Binding CALL = new Binding("c1", "a", "q");

    private static House house(String... lines) {
        Driven<Place, HouseEvent> it =
                Driven.of(new Household()).confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT);
        it.ask(lines);
        return Household.house(it.registrar().view());
    }

    /** Every company in which ana can be: alone, with one or two whom the house knows, with a stranger. */
    private static Map<String, House> companies() {
        String ben = "system ana mode.participant_detected person=ben known=true";
        Map<String, House> all = new LinkedHashMap<>();
        all.put("alone", house("system ana mode.participant_left person=nobody"));
        all.put("with ben", house(ben));
        all.put("with ben and cem", house(ben, "system ana mode.participant_detected person=cem known=true"));
        all.put("with a stranger", house("system ana mode.participant_detected person=x known=false"));
        return all;
    }

    private static Map<String, CommandEvent> events() {
        Map<String, CommandEvent> all = new LinkedHashMap<>();
        all.put("confirmation_received", new CommandEvent.ConfirmationReceived("open_garage", "ana", false, CALL));
        all.put("execution_started", new CommandEvent.ExecutionStarted("open_garage", CALL));
        all.put("confirmation_timeout", new CommandEvent.ConfirmationTimedOut());
        all.put("context_changed", new CommandEvent.ContextChanged(true));
        all.put("done", new CommandEvent.Done());
        return all;
    }

    private static Map<String, CommandState> states() {
        Order order = new Order("open_garage", "ana", true, CALL);
        Map<String, CommandState> all = new LinkedHashMap<>();
        all.put("judged", new CommandState.PendingAuthorization(order));
        all.put("asked", new CommandState.PendingConfirmation(order));
        all.put("released", new CommandState.Executed(order, null, false));
        all.put("overtaken", new CommandState.Cancelled(order, Why.CONTEXT));
        all.put("declined", new CommandState.Cancelled(order, Why.DECLINED));
        return all;
    }

    private static @Nullable String told(
            String rule,
            House house,
            CommandState state,
            @Nullable Circumstances asked,
            CommandEvent event,
            String line) {
        Person ana = house.person("ana");
        assertNotNull(ana);
        Moment moment = new Moment(
                house,
                ana.command(state, asked),
                new HouseEvent.OfCommand(event),
                Driven.request(OffsetDateTime.parse("2026-03-10T10:00:00Z"), line),
                Catalogue.standard());
        return YesRules.all().stream()
                .filter(each -> each.id().equals(rule))
                .map(each -> each.check().failure(moment))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static Circumstances circumstances(House house, AgeClass age) {
        return new Circumstances(house.mode(), age, house.modeState().company());
    }

    /** In what company it was asked for, in what company it is said or dispatched, in which state, by which event, with or without a call: 800 cases. */
    @Test
    void aYesAndADispatchCountWhereTheCommandWasAskedFor() {
        int refused = 0;
        for (Map.Entry<String, House> then : companies().entrySet()) {
            for (Map.Entry<String, House> now : companies().entrySet()) {
                for (Map.Entry<String, CommandState> state : states().entrySet()) {
                    for (Map.Entry<String, CommandEvent> event : events().entrySet()) {
                        for (String call : List.of("", " call=c1")) {
                            Circumstances asked = circumstances(then.getValue(), AgeClass.ADULT);
                            String line = "user_ana ana command." + event.getKey() + call;
                            String told = told(
                                    ConfirmationRules.CONTEXT,
                                    now.getValue(),
                                    state.getValue(),
                                    asked,
                                    event.getValue(),
                                    line);
                            String expected =
                                    expected(then.getKey(), now.getKey(), state.getKey(), event.getKey(), call);
                            assertEquals(
                                    expected, told, then.getKey() + ", " + now.getKey() + ", " + state.getKey() + line);
                            refused += told == null ? 0 : 1;
                        }
                    }
                }
            }
        }
        assertTrue(refused > 100, "many are refused");
        assertNull(
                told(
                        ConfirmationRules.CONTEXT,
                        house("system ana mode.participant_detected person=x known=false"),
                        new CommandState.Cancelled(new Order("open_garage", "ana", true, CALL), Why.CONTEXT),
                        null,
                        new CommandEvent.ConfirmationReceived("open_garage", "ana", false, CALL),
                        "user_ana ana command.confirmation_received call=c1"),
                "nobody remembers where it was asked for");
    }

    private static @Nullable String expected(String then, String now, String state, String event, String call) {
        boolean isYes = event.equals("confirmation_received") && (state.equals("asked") || state.equals("overtaken"));
        if (!isYes && !event.equals("execution_started")) {
            return null;
        }
        if (mode(then) != mode(now)) {
            return "it was asked for in " + mode(then) + " and the mode is " + mode(now);
        }
        return call.isEmpty() || then.equals(now) ? null : "it was asked for in other company";
    }

    private static Mode mode(String company) {
        return switch (company) {
            case "alone" -> Mode.PRIVATE;
            case "with a stranger" -> Mode.SHARED_UNVERIFIED;
            default -> Mode.SHARED_VERIFIED;
        };
    }

    /** B9: in the age class in which they asked; where that is not remembered, being an adult is enough. */
    @Test
    void aYesCountsInTheAgeClassInWhichItWasAskedFor() {
        House house = house("system ana mode.participant_left person=nobody");
        for (Map.Entry<String, CommandState> state : states().entrySet()) {
            boolean isAwaited = state.getKey().equals("asked") || state.getKey().equals("overtaken");
            for (AgeClass age : AgeClass.values()) {
                for (Map.Entry<String, CommandEvent> event : events().entrySet()) {
                    boolean isYes = event.getKey().equals("confirmation_received") && isAwaited;
                    assertEquals(
                            isYes && age != AgeClass.ADULT ? "ana is not in the age class in which they asked" : null,
                            told(
                                    ConfirmationRules.AGE,
                                    house,
                                    state.getValue(),
                                    circumstances(house, age),
                                    event.getValue(),
                                    "user_ana ana command." + event.getKey()),
                            state.getKey() + " " + age + " " + event.getKey());
                }
            }
        }
    }

    /** Every way in which a command ends; afterwards the person is exactly who they were before. */
    @Test
    void aCommandThatIsOverLeavesNothingBehind() {
        String done = "system ana command.done";
        Map<String, List<String>> endings = new LinkedHashMap<>();
        endings.put("turn_on_light", List.of("system ana command.execution_success", done));
        endings.put(
                "open_garage",
                List.of(
                        "user_ana ana command.confirmation_received command=open_garage",
                        "system ana command.execution_failure",
                        done));
        endings.put("close_door", List.of("user_ana ana command.context_changed reason=declined", done));
        endings.put("fly", List.of(done));
        endings.forEach((command, lines) -> {
            for (String call : List.of("", " call=c1")) {
                Driven<Place, HouseEvent> it = Driven.of(new Household()).confirmed("ana", "OWNER", ADULT);
                House before = Household.house(it.registrar().view());
                it.ask("user_ana ana command.command_detected command=" + command + call)
                        .allowed();
                for (String line : lines) {
                    it.ask(line + call).allowed();
                }
                assertEquals(before, Household.house(it.registrar().view()), command + call);
            }
        });
    }

    /** What was asked for is remembered as long as a yes or a dispatch is to come, and no longer. */
    @Test
    void howThingsStoodIsRememberedUntilTheDispatch() {
        Driven<Place, HouseEvent> it = Driven.of(new Household()).confirmed("ana", "OWNER", ADULT);
        String bound = " command=open_garage call=c1 arguments=a question=q";
        it.ask("user_ana ana command.command_detected" + bound);
        Circumstances asked = called(it).asked();
        assertEquals(circumstances(Household.house(it.registrar().view()), AgeClass.ADULT), asked);
        it.ask("user_ana ana command.confirmation_received" + bound).allowed();
        assertEquals(asked, called(it).asked());
        it.ask("system ana command.execution_started" + bound).allowed();
        assertNull(called(it).asked());
    }

    private static CalledCommand called(Driven<Place, HouseEvent> it) {
        Person ana = Household.house(it.registrar().view()).person("ana");
        return Objects.requireNonNull(Objects.requireNonNull(ana).calls().get("c1"));
    }
}
