package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;

import held.Played;
import org.junit.jupiter.api.Test;

/** A yes is to one call, and it is used up by it. */
class OneYesTest {
    private static final String ANA = "people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]\n";

    @Test
    void aYesThatIsInUseRunsNoSecondCall() {
        Played played = Played.of("name: one yes one run\nseed: 1701\n" + ANA + """
                user:
                  - {at_ms: 500, types: "open the left garage", by: ana}
                  - {at_ms: 1500, confirms: open_garage, by: ana}
                  - {at_ms: 4000, types: "and now all of them", by: ana}
                agent:
                  - {when: "left", calls: [{id: c1, tool: open_garage, args: {which: left}}]}
                  - {when: "all", calls: [{id: c2, tool: open_garage, args: {which: ALL}}]}
                tools:
                  open_garage: {takes_ms: 9000, returns: {open: true}, safety: WRITE}
                """);
        assertEquals(0, played.runs("c2"), "all the doors were opened by the yes to the left one");
    }

    @Test
    void aYesFallsWhenAStrangerComesIn() {
        Played played = Played.of("name: one yes before a stranger\nseed: 1701\n" + ANA + """
                user:
                  - {at_ms: 500, types: "open the left garage", by: ana}
                  - {at_ms: 1500, confirms: open_garage, by: ana}
                  - {at_ms: 3000, arrives: unknown}
                  - {at_ms: 4000, types: "and now all of them", by: ana}
                agent:
                  - {when: "left", calls: [{id: c1, tool: open_garage, args: {which: left}}]}
                  - {when: "all", calls: [{id: c2, tool: open_garage, args: {which: ALL}}]}
                tools:
                  open_garage: {takes_ms: 9000, returns: {open: true}, safety: WRITE}
                """);
        assertEquals(0, played.runs("c2"), "before a stranger the garage opens on an old yes");
    }

    @Test
    void theApprovalOfOneCallRunsThatCall() {
        assertEquals(1, approvedTheLeftDoor().runs("c2"), "the left door was approved and stays shut");
    }

    @Test
    void theApprovalOfOneCallRunsNoOther() {
        assertEquals(0, approvedTheLeftDoor().runs("c1"), "every door opens, though the left one was approved");
    }

    private static Played approvedTheLeftDoor() {
        return Played.of("name: an approval runs its own call\nseed: 1702\n" + ANA + """
                user:
                  - {at_ms: 0, types: "open", by: ana}
                  - {at_ms: 2000, approves: c2, by: ana}
                agent:
                  - {when: "open", calls: [{id: c1, tool: open_garage, args: {door: EVERY}}, {id: c2, tool: open_garage, args: {door: left}}]}
                tools:
                  open_garage: {takes_ms: 100, safety: WRITE}
                settings: {approval_timeout_ms: 5000}
                """);
    }
}
