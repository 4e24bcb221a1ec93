package dev.parley.session.tool;

import dev.parley.agent.tool.SaidName;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.session.port.ToolShelf;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Several shelves as one. A tool is looked for on the first shelf first, so that no later one can take its name, nor one that is
 * said alike in a question: such a tool is not there.
 */
public final class ToolRack implements ToolShelf {
    private final List<ToolShelf> shelves;

    public ToolRack(List<ToolShelf> shelves) {
        this.shelves = List.copyOf(shelves);
    }

    /** One's own shelf, and others after it if there are any. */
    public static ToolShelf beside(ToolShelf own, List<ToolShelf> others) {
        return others.isEmpty()
                ? own
                : new ToolRack(Stream.concat(Stream.of(own), others.stream()).toList());
    }

    private @Nullable ToolShelf of(String tool) {
        String said = SaidName.of(tool);
        for (ToolShelf shelf : shelves) {
            if (shelf.listing(tool) != null) {
                return shelf;
            }
            if (shelf.offers().stream().anyMatch(offer -> said.equals(SaidName.of(offer.name())))) {
                return null;
            }
        }
        return null;
    }

    @Override
    public @Nullable Listing listing(String tool) {
        ToolShelf shelf = of(tool);
        return shelf == null ? null : shelf.listing(tool);
    }

    @Override
    public List<Model.ToolOffer> offers() {
        Set<String> said = new HashSet<>();
        return shelves.stream()
                .flatMap(shelf -> shelf.offers().stream())
                .filter(offer -> said.add(SaidName.of(offer.name())))
                .toList();
    }

    @Override
    public List<String> sources() {
        return shelves.stream().flatMap(shelf -> shelf.sources().stream()).toList();
    }

    @Override
    public @Nullable String mismatch(String tool, Json.Obj args) {
        ToolShelf shelf = of(tool);
        return shelf == null ? "there is no such tool" : shelf.mismatch(tool, args);
    }

    @Override
    public Fit fits(ToolCall call) {
        ToolShelf shelf = of(call.tool());
        return shelf == null ? Fit.of("there is no such tool") : shelf.fits(call);
    }

    @Override
    public boolean checksOutside(String tool) {
        ToolShelf shelf = of(tool);
        return shelf != null && shelf.checksOutside(tool);
    }

    @Override
    public @Nullable String check(ToolCall call, long turn) {
        ToolShelf shelf = of(call.tool());
        return shelf == null ? "there is no such tool" : shelf.check(call, turn);
    }

    @Override
    public void start(ToolCall call, long deadlineMs) {
        ToolShelf shelf = of(call.tool());
        if (shelf == null) {
            throw new IllegalStateException("No tool is called " + call.tool() + ".");
        }
        shelf.start(call, deadlineMs);
    }

    /** Shelves know their own calls. */
    @Override
    public void cancel(String callId) {
        shelves.forEach(shelf -> shelf.cancel(callId));
    }
}
