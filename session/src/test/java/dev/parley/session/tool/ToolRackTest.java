package dev.parley.session.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolTerms;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A tool that is said like an earlier one in a question is not there, whoever declares it. */
class ToolRackTest {
    private static ClientShelf shelf(String... tools) {
        ClientShelf.Client client = new ClientShelf.Client() {
            @Override
            public void run(ToolCall call, long deadlineMs) {}

            @Override
            public void stop(String callId) {}
        };
        ClientShelf shelf = new ClientShelf(Ruling.ASK, ToolTerms.DEFAULT, client, _ -> true, Runnable::run);
        shelf.declare(Stream.of(tools)
                .map(each -> new Model.ToolOffer(each, "Does it.", Json.Obj.EMPTY.with("type", "object")))
                .toList());
        return shelf;
    }

    private static List<String> names(List<Model.ToolOffer> offers) {
        return offers.stream().map(Model.ToolOffer::name).toList();
    }

    @Test
    void ofTwoToolsThatAClientDeclaresTheFirstCounts() {
        ClientShelf shelf = shelf("delete_file", "deleteFile", "delete.file");
        assertEquals(List.of("delete_file"), names(shelf.offers()));
        assertNull(shelf.listing("deleteFile"));
    }

    @Test
    void aToolOfALaterShelfThatIsSaidLikeAnEarlierOneIsNotThere() {
        ToolRack rack = new ToolRack(List.of(shelf("delete_file"), shelf("deleteFile", "read_file")));
        assertEquals(List.of("delete_file", "read_file"), names(rack.offers()));
        assertNull(rack.listing("deleteFile"));
        assertEquals("there is no such tool", rack.mismatch("deleteFile", Json.Obj.EMPTY));
        assertNotNull(rack.listing("delete_file"));
        assertNotNull(rack.listing("read_file"));
    }
}
