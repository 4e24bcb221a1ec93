package dev.parley.pipeline.external;

import dev.parley.kernel.json.Json;

/** The lines that are sent to a foreign process. */
final class ExternalEncoder {
    private ExternalEncoder() {}

    static String hello(String node, long epoch) {
        return Json.Obj.EMPTY
                .with("op", "hello")
                .with("protocol", 1)
                .with("node", node)
                .with("epoch", epoch)
                .canonical();
    }

    static String cancel(long id) {
        return Json.Obj.EMPTY.with("op", "cancel").with("id", id).canonical();
    }

    static String text(long id, String type, String text) {
        return Json.Obj.EMPTY
                .with("op", "event")
                .with("id", id)
                .with("type", type)
                .with("text", text)
                .canonical();
    }
}
