package dev.parley.agent.sandbox;

import java.net.InetAddress;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** Network rules over a name service that gives these addresses, one after the other. */
public final class TwoAddresses {
    private TwoAddresses() {}

    public static NetworkRules rules(String allowed, Deque<InetAddress> answers) {
        return new NetworkRules(Set.of(allowed), _ -> List.of(answers.remove()));
    }
}
