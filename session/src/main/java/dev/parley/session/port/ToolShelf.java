package dev.parley.session.port;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolTerms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tools as the loop calls them: every request returns at once, every outcome is an event. */
public interface ToolShelf {
    /** A timeout that never comes. */
    long NO_TIMEOUT = Long.MAX_VALUE / 4;

    /** What is known about a tool, or null for one that is not listed: it never runs. */
    @Nullable
    Listing listing(String tool);

    /** The tools that a model may ask for. */
    default List<Model.ToolOffer> offers() {
        return List.of();
    }

    /** Why these arguments do not fit the tool, or null. Checking a schema may take long, so the loop asks {@link #fits}. */
    default @Nullable String mismatch(String tool, Json.Obj args) {
        return null;
    }

    /**
     * Whether the arguments of a call fit its tool. Small arguments are checked at once, so that a call of theirs is decided in
     * the moment in which it is made; what takes longer is checked elsewhere, because it would hold every conversation up.
     *
     * @return {@link Fit#LATER} if checking takes its time, and then a
     *     {@link dev.parley.session.event.SessionEvent.ToolFitted} follows
     */
    default Fit fits(ToolCall call) {
        return Fit.of(mismatch(call.tool(), call.arguments()));
    }

    /** What of these tools comes from outside the house and is told to a model, such as descriptions (ruling E10). */
    default List<String> sources() {
        return List.of();
    }

    /** Whether looking at a call of this tool does something outside, such as to keep a copy; it then waits for the permit to be durable. */
    default boolean checksOutside(String tool) {
        return false;
    }

    /**
     * Has the sandbox look at a call (INV-TOOL-SANDBOX) and keep what the first call of a turn may change.
     *
     * @return what it has against the call, empty for nothing; null if looking takes its time, and then a
     *     {@link dev.parley.session.event.SessionEvent.ToolChecked} follows
     */
    default @Nullable String check(ToolCall call, long turn) {
        return "";
    }

    /** Starts a call whose intent is durable; it has time until this moment of the conversation. */
    void start(ToolCall call, long deadlineMs);

    /** Asks a running call to stop; a call that complies answers with an event. */
    void cancel(String callId);

    /**
     * Whether arguments fit.
     *
     * @param mismatch why they do not, or null
     * @param isLater whether that is not known yet
     */
    record Fit(@Nullable String mismatch, boolean isLater) {
        public static final Fit LATER = new Fit(null, true);

        public static Fit of(@Nullable String mismatch) {
            return new Fit(mismatch, false);
        }
    }

    /**
     * A tool as the house lists it.
     *
     * @param ruling whether it just runs, asks somebody first, or never runs
     * @param declared whether these terms were written down for this very tool (ruling B18)
     * @param answers how much its answers tell about the person for whom it was called
     * @param phrase what a call does, as it follows "May I"; {@code {name}} stands for an argument; empty for its name
     * @param sendsOut whether the arguments leave the house, so that personal data in them needs a yes (ruling E10)
     */
    record Listing(
            Ruling ruling, ToolTerms terms, boolean declared, Sensitivity answers, String phrase, boolean sendsOut) {}
}
