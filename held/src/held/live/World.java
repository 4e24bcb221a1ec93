package held.live;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.ConversationLoop;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.event.SessionEvent.VoiceKind;
import dev.parley.session.record.Journal;
import dev.parley.session.port.ProviderKind;
import dev.parley.session.port.Providers;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The loop of one conversation in the world of a scenario, some of whose providers never answer. */
final class World {
    final VirtualTime time = new VirtualTime(0);
    private final Scenario scenario;
    private final ConversationLoop loop;
    private ConversationLoop offered;

    World(Scenario scenario, Journal journal, Predicate<Providers.Call> silent) {
        this.scenario = scenario;
        ConversationLoop.Ports ports = ScenarioRun.world(scenario, time, journal, this::offer);
        this.loop = new ConversationLoop(
                scenario.conversation(),
                scenario.settings(),
                Map.of(),
                new ConversationLoop.Ports(
                        time, time, journal, without(ports.providers(), silent), ports.tools(), ports.people()));
        this.offered = loop;
        loop.begin(Json.Obj.EMPTY);
    }

    void offer(SessionEvent event) {
        if (offered != null) {
            offered.offer(event);
        }
    }

    /** Says everything that the scenario's voices say, until nothing is left to happen. */
    void play() {
        for (Scenario.Voice voice : scenario.voices()) {
            SessionEvent began = new SessionEvent.VoiceBegan(voice.id(), VoiceKind.SPEECH, voice.by());
            time.atMs(voice.fromMs(), Rank.USER, () -> offer(began));
            time.atMs(voice.toMs(), Rank.USER, () -> offer(new SessionEvent.VoiceEnded(voice.id())));
        }
        time.run();
    }

    private static Providers without(Providers providers, Predicate<Providers.Call> silent) {
        return new Providers() {
            @Override
            public List<String> names(ProviderKind kind) {
                return providers.names(kind);
            }

            @Override
            public void start(Call call) {
                if (!silent.test(call)) {
                    providers.start(call);
                }
            }

            @Override
            public void cancel(long callId) {
                providers.cancel(callId);
            }

            @Override
            public void release(long callId) {
                providers.release(callId);
            }
        };
    }

    static List<String> texts(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(rune -> String.valueOf(rune.payload().text("pii_text")))
                .toList();
    }
}
