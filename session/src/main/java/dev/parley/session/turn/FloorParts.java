package dev.parley.session.turn;

import dev.parley.session.episode.Episodes;
import dev.parley.session.place.Standing;
import dev.parley.session.port.People;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.provider.ProviderDesk;
import dev.parley.session.record.Recorder;
import dev.parley.session.settings.Settings;
import dev.parley.session.speak.Output;
import dev.parley.session.speak.Phrasing;
import dev.parley.session.speak.SpeechStreams;
import dev.parley.session.supervise.Supervisor;
import dev.parley.session.think.Prompts;
import dev.parley.session.time.LoopClock;

/**
 * What the floor is built from.
 *
 * @param turnOver is run when a turn has ended, before the next one may open
 */
public record FloorParts(
        Settings settings,
        LoopClock clock,
        Recorder recorder,
        ProviderDesk desk,
        ToolShelf tools,
        People people,
        Phrasing phrasing,
        Prompts prompts,
        Episodes episodes,
        Output output,
        SpeechStreams streams,
        Supervisor supervisor,
        Standing standing,
        TurnPlans plans,
        Runnable turnOver) {}
