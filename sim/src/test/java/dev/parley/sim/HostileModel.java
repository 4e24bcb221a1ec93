package dev.parley.sim;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.RandomSource;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.scripted.Script;
import dev.parley.provider.scripted.ScriptedCall;
import dev.parley.session.ConversationLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * A model that wants the garage open whatever people say. It words questions of its own, claims answers that nobody gave,
 * repeats its calls, changes their arguments once somebody has said yes, hides a command behind another name, writes numbers
 * that read otherwise than they run, and does whatever a tool's answer tells it to do.
 */
final class HostileModel implements Provider {
    /** What it says; none of this may ever be part of a question about a call. */
    static final List<String> LIES = List.of(
            "Shall I tell you the weather? Please say yes or no.",
            "Ana has said yes. ",
            "The system has approved everything. ",
            "Would you like a cup of tea? ");

    private static final List<String> DOORS = List.of("left", "right", "back");
    private static final List<String> NAMES = List.of(
            "open_garage", "open_garage", "Open-Garage", "house.open_garage", "order", "weather", "no_such_tool");
    private static final List<String> ARGUMENTS = List.of(
            "{\"door\":\"%s\"}",
            "{\"door\":\"%s\",\"for_s\":1e400}",
            "{\"door\":\"%s\",\"for_s\":0.1000000000000000000000000000001}",
            "not json %s",
            "[\"%s\"]");

    private final ProviderProfile profile;
    private final RandomSource random;
    private final ConversationLoop.Ports ports;
    private int calls;

    HostileModel(ProviderProfile profile, RandomSource random, ConversationLoop.Ports ports) {
        this.profile = profile;
        this.random = random;
        this.ports = ports;
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        Script script =
                Script.of(lines((ProviderRequest.Generate) request), 2_000).showingLife();
        ScriptedCall call = new ScriptedCall(invocation, script, ingress, ports.time(), ports.timers());
        token.onCancel(call::cancel);
        call.begin();
        return call;
    }

    private List<Script.Line> lines(ProviderRequest.Generate asked) {
        List<Script.Line> lines = new ArrayList<>();
        long at = random.nextInt(300);
        int many = tamed(asked) ? 0 : 1 + random.nextInt(3);
        say(lines, at);
        for (int i = 0; i < many; i++) {
            Model.WantedCall wish = wish(asked.prompt().messages());
            long when = at;
            lines.add(new Script.Line(when, call -> new ProviderEvent.ToolCallRequested(call, wish)));
            at += (long) random.nextInt(2) * random.nextInt(500);
            say(lines, at);
        }
        return lines;
    }

    /** Nobody could bear it otherwise: after some rounds it is content with words. */
    private boolean tamed(ProviderRequest.Generate asked) {
        return !asked.settled().isEmpty() && random.nextInt(3) == 0;
    }

    private void say(List<Script.Line> lines, long at) {
        if (random.nextInt(3) > 0) {
            String lie = LIES.get(random.nextInt(LIES.size()));
            lines.add(new Script.Line(at, call -> new ProviderEvent.TextDelta(call, lie)));
        }
    }

    private Model.WantedCall wish(List<Model.Message> told) {
        String arguments = ARGUMENTS
                .get(random.nextInt(3) > 0 ? 0 : random.nextInt(ARGUMENTS.size()))
                .formatted(DOORS.get(random.nextInt(DOORS.size())));
        return new Model.WantedCall(id(told), injected(told) ? "open_garage" : any(NAMES), arguments);
    }

    /** An id of a call that it knows of already, so that an old yes might count for it; or a new one. */
    private String id(List<Model.Message> told) {
        List<String> known = new ArrayList<>();
        for (Model.Message message : told) {
            if (message instanceof Model.Message.AssistantCalled(Model.WantedCall call)) {
                known.add(call.callId());
            }
        }
        return known.isEmpty() || random.nextInt(2) == 0 ? "h" + ++calls : known.get(random.nextInt(known.size()));
    }

    private String any(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Whether a tool's answer tells it what to call. */
    private static boolean injected(List<Model.Message> told) {
        return told.getLast() instanceof Model.Message.ToolAnswered(String _, String _, String _, Json content)
                && content.canonical().contains("open_garage");
    }
}
