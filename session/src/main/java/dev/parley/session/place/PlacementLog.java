package dev.parley.session.place;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.pipeline.place.PlacementListener;
import dev.parley.pipeline.signal.Signal;
import dev.parley.runelog.House;
import dev.parley.session.record.Journal;
import dev.parley.session.record.Recorder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the authority decided, in a conversation of its own, because leases outlive the conversations they are about (ruling
 * X7). A session learns the decisions about it from here.
 */
public final class PlacementLog implements PlacementListener {
    public static final String CONVERSATION = House.conversation("placement");

    private static final Set<Signal> REFUSALS = Set.of(Signal.REJECT, Signal.DEFER);

    private final Journal journal;
    private final TimeSource time;
    private final Map<String, List<Rune>> news = new TreeMap<>();

    public PlacementLog(Journal journal, TimeSource time) {
        this.journal = journal;
        this.time = time;
    }

    @Override
    public synchronized void onDecision(Signal signal, String session, String runtime, long epoch) {
        Json.Obj payload = Json.Obj.EMPTY
                .with("signal", signal.spelled())
                .with("session", session)
                .with("runtime", runtime)
                .with("epoch", epoch);
        Rune rune = journal.append(RuneDraft.of(CONVERSATION, "control." + signal.spelled(), payload)
                .withLane(Lane.CONTROL)
                .withVisibility(Visibility.INTERNAL)
                .withTimes(time.monotonicNanos(), time.wallMillis()));
        if (!REFUSALS.contains(signal)) {
            news.computeIfAbsent(session, _ -> new ArrayList<>()).add(rune);
        }
    }

    @Override
    public synchronized List<Rune> news(String session) {
        List<Rune> fresh = news.remove(session);
        return fresh == null ? List.of() : List.copyOf(fresh);
    }

    /** The newest epoch of every session in such a log, for the authority of the next process. */
    public static Map<String, Long> epochs(List<Rune> recorded) {
        Map<String, Long> epochs = new TreeMap<>();
        for (Rune rune : recorded) {
            String session = rune.payload().text("session");
            BigDecimal epoch = rune.payload().number("epoch");
            if (session != null && epoch != null) {
                epochs.merge(session, epoch.longValue(), Math::max);
            }
        }
        return epochs;
    }

    /** Writes decisions into the log of the conversation that they are about, each naming its source (ruling X7). */
    public static void tell(Recorder recorder, List<Rune> decisions) {
        for (Rune decision : decisions) {
            String signal = decision.payload().text("signal");
            if (signal != null) {
                recorder.control(signal, 0, decision.payload().with("source", source(decision)));
            }
        }
    }

    private static Json.Obj source(Rune decision) {
        return Json.Obj.EMPTY
                .with("conversation", decision.conversation())
                .with("event_id", decision.eventId())
                .with("hash", decision.hash().hex());
    }
}
