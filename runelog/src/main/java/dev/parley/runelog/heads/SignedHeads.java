package dev.parley.runelog.heads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What several lists tell together: of a conversation or a journal file, what the newest of them says. */
public final class SignedHeads {
    private final Map<String, HeadList.Entry> heads = new TreeMap<>();
    private final Map<Long, List<HeadList.Order>> orders = new TreeMap<>();

    /** Adds an older list: what is known of a conversation or a file stays. */
    public void addOlder(HeadList list) {
        addOlderHeads(list);
        Map<Long, List<HeadList.Order>> more = new TreeMap<>();
        list.orders()
                .forEach(order -> more.computeIfAbsent(order.file(), ignored -> new ArrayList<>())
                        .add(order));
        more.forEach(orders::putIfAbsent);
    }

    /** The same, and nothing of the order of frames. */
    void addOlderHeads(HeadList list) {
        list.heads().forEach(entry -> heads.putIfAbsent(entry.conversation(), entry));
    }

    /** Says where a conversation stands now. */
    public void put(HeadList.Entry entry) {
        heads.put(entry.conversation(), entry);
    }

    /** Says in which order the frames of a file may stand: in one of these. */
    public void put(long file, List<HeadList.Order> any) {
        orders.put(file, List.copyOf(any));
    }

    public HeadList.@Nullable Entry head(String conversation) {
        return heads.get(conversation);
    }

    public List<HeadList.Entry> heads() {
        return List.copyOf(heads.values());
    }

    public Map<Long, List<HeadList.Order>> orders() {
        return orders;
    }

    List<HeadList.Order> allOrders() {
        return orders.values().stream().flatMap(List::stream).toList();
    }
}
