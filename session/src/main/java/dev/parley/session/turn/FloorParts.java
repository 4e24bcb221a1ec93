package dev.parley.session.turn;

import dev.parley.session.Settings;
import dev.parley.session.port.People;
import dev.parley.session.port.Tools;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.speak.Output;
import dev.parley.session.time.LoopClock;
import java.math.BigDecimal;
import java.util.function.Supplier;

/** What the floor is built from. */
public record FloorParts(
        Settings settings,
        LoopClock clock,
        Recorder recorder,
        ProviderDesk desk,
        Tools tools,
        People people,
        Output output,
        Supplier<BigDecimal> rate) {}
