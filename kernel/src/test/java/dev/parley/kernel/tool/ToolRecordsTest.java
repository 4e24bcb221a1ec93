package dev.parley.kernel.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.ResultArrived;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Terms, calls, results and their names: the small values of the tool room. */
class ToolRecordsTest {
    private static final Json.Obj TEA = Json.Obj.EMPTY.with("item", "tea");

    @Test
    void everyTimeOfTheTermsIsAtLeastOneMillisecond() {
        assertEquals(1, new ToolTerms(ToolSafety.READ, 1, 1, 1, false).permitTtlMs());
        for (long none : new long[] {0, -1, Long.MIN_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> new ToolTerms(ToolSafety.READ, none, 1, 1, false));
            assertThrows(IllegalArgumentException.class, () -> new ToolTerms(ToolSafety.READ, 1, none, 1, false));
            assertThrows(IllegalArgumentException.class, () -> new ToolTerms(ToolSafety.READ, 1, 1, none, false));
        }
    }

    @Test
    void oneTermIsChangedAndTheOthersStay() {
        ToolTerms terms = new ToolTerms(ToolSafety.READ, 1, 2, 3, false);
        assertEquals(new ToolTerms(ToolSafety.WRITE, 1, 2, 3, false), terms.withSafety(ToolSafety.WRITE));
        assertEquals(new ToolTerms(ToolSafety.READ, 9, 2, 3, false), terms.withTimeoutMs(9));
        assertEquals(new ToolTerms(ToolSafety.READ, 1, 9, 3, false), terms.withApprovalTimeoutMs(9));
        assertEquals(new ToolTerms(ToolSafety.READ, 1, 2, 3, true), terms.withCancelOnInterrupt(true));
    }

    @Test
    void whatNobodyDeclaredCountsAsAChangeOfTheWorld() {
        assertFalse(ToolSafety.READ.changesTheWorld());
        assertTrue(ToolSafety.WRITE.changesTheWorld());
        assertTrue(ToolSafety.MIXED.changesTheWorld());
        assertEquals(ToolSafety.MIXED, ToolTerms.DEFAULT.safety());
    }

    @Test
    void theSameWishIsTheSameIdToolAndArgumentsUnderWhateverEpoch() {
        ToolCall call = ToolCall.of("c1", "order", TEA, 1);
        assertTrue(call.sameAs(ToolCall.of("c1", "order", TEA, 2)));
        assertTrue(call.sameAs(call.over()));
        assertFalse(call.sameAs(ToolCall.of("c2", "order", TEA, 1)));
        assertFalse(call.sameAs(ToolCall.of("c1", "sell", TEA, 1)));
        assertFalse(call.sameAs(ToolCall.of("c1", "order", Json.Obj.EMPTY, 1)));
    }

    @Test
    void aResultIsWrittenWithItsContent() {
        ToolResult result = new ToolResult("c1", "order", ToolStatus.SANDBOX_VIOLATION, Json.Null.NULL, "a path", 5);
        assertEquals(
                "{\"call_id\":\"c1\",\"content\":{\"item\":\"tea\"},\"reason\":\"a path\","
                        + "\"status\":\"sandbox_violation\",\"tool\":\"order\"}",
                EventCatalogue.payload(result.settled().withContent(TEA)).canonical());
    }

    @Test
    void whatAToolAnsweredIsKnownByItsDigest() {
        assertEquals(
                "",
                ResultArrived.of("c1", Ending.ERROR, Json.Null.NULL, "broken", 5)
                        .contentSha256());
        // printf '{"item":"tea"}' | sha256sum
        assertEquals(
                new ResultArrived(
                        "c1",
                        Ending.SUCCESS,
                        "b5dc57d2f744f0443347794b84a6fc8956566e0fd2f8a330d17301d5ddfc44d7",
                        "",
                        7,
                        5),
                ResultArrived.of("c1", Ending.SUCCESS, TEA, "", 5).seenIn(7));
    }

    @Test
    void namesArePrintedInSmallLetters() {
        assertEquals(
                List.of("approved", "denied", "expired", "cancelled"),
                Stream.of(ApprovalOutcome.values())
                        .map(ApprovalOutcome::printed)
                        .toList());
        assertEquals(
                List.of("success", "error", "timeout", "cancelled", "denied", "sandbox_violation", "unknown"),
                Stream.of(ToolStatus.values()).map(ToolStatus::printed).toList());
    }
}
