package dev.parley;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Whoever looks on; none of them can disturb what they look at. */
record Observers(List<Observer> all) implements Observer {
    Observers() {
        this(new CopyOnWriteArrayList<>());
    }

    @Override
    public void recorded(Rune rune) {
        tell(each -> each.recorded(rune));
    }

    @Override
    public void refused(String conversation, String rule) {
        tell(each -> each.refused(conversation, rule));
    }

    @Override
    public void dropped(String conversation, Lane lane, long count) {
        tell(each -> each.dropped(conversation, lane, count));
    }

    @Override
    public void wasSlow(String conversation, long nanos, long cpuNanos) {
        tell(each -> each.wasSlow(conversation, nanos, cpuNanos));
    }

    private void tell(Consumer<Observer> news) {
        for (Observer each : all) {
            try {
                news.accept(each);
            } catch (RuntimeException | Error e) {
                // Looking on goes wrong without consequences.
            }
        }
    }
}
