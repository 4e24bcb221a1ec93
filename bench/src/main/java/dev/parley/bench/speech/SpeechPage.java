package dev.parley.bench.speech;

import dev.parley.app.voice.Listening.Segment;
import dev.parley.speech.stt.Understood;
import java.util.List;
import java.util.Locale;

/** An HTML page by itself: no script, no style from elsewhere. */
final class SpeechPage {
    private static final int PIXELS_A_SECOND = 60;
    private static final int HEIGHT = 120;
    private static final int PER_PIXEL = Speaker.RATE_HZ / PIXELS_A_SECOND;

    private final StringBuilder body = new StringBuilder();

    void add(String speaker, short[] sound, List<String> said, List<Segment> segments) {
        int width = sound.length / PER_PIXEL + 1;
        body.append("<h2>")
                .append(escaped(speaker))
                .append("</h2>\n<p>Said: ")
                .append(escaped(String.join(" / ", said)));
        body.append(String.format(
                Locale.ROOT,
                "</p>%n<div class=\"wide\"><svg width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"wave of %s\">%n",
                width,
                HEIGHT,
                escaped(speaker)));
        segments.forEach(this::band);
        body.append("<path class=\"wave\" d=\"").append(wave(sound, width)).append("\"/>\n</svg></div>\n");
        body.append(
                "<table><tr><th>from</th><th>to</th><th>verdict</th><th>words</th><th>sure</th><th>end of turn</th></tr>\n");
        segments.forEach(this::row);
        body.append("</table>\n");
    }

    private void band(Segment segment) {
        body.append(String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"0\" width=\"%d\" height=\"%d\"><title>%s</title></rect>%n",
                segment.understood().sure() ? "yes" : "no",
                segment.fromMs() * PIXELS_A_SECOND / 1000,
                Math.max(1, (segment.toMs() - segment.fromMs()) * PIXELS_A_SECOND / 1000),
                HEIGHT,
                escaped(segment.understood().text())));
    }

    /** The loudest sample of every pixel, up and down. */
    private static String wave(short[] sound, int width) {
        StringBuilder path = new StringBuilder();
        for (int x = 0; x < width; x++) {
            int loudest = 0;
            for (int i = x * PER_PIXEL; i < Math.min(sound.length, (x + 1) * PER_PIXEL); i++) {
                loudest = Math.max(loudest, Math.abs(sound[i]));
            }
            int half = loudest * HEIGHT / 2 / Short.MAX_VALUE;
            path.append('M')
                    .append(x)
                    .append(' ')
                    .append(HEIGHT / 2 - half)
                    .append('v')
                    .append(2 * half + 1);
        }
        return path.toString();
    }

    private void row(Segment segment) {
        Understood understood = segment.understood();
        var end = segment.end();
        body.append(String.format(
                Locale.ROOT,
                "<tr><td>%.2f s</td><td>%.2f s</td><td>%s</td><td>%s</td><td>%d %%</td><td>%.2f s%s</td></tr>%n",
                segment.fromMs() / 1000.0,
                segment.toMs() / 1000.0,
                understood.sure() ? "understood" : "asked back",
                escaped(understood.text()),
                understood.confidencePermille() / 10,
                segment.endOfTurnMs() / 1000.0,
                end == null ? ", silence" : ", " + end.method() + " " + end.scorePermille() / 10 + " %"));
    }

    String text() {
        return """
                <!doctype html>
                <html lang="en"><meta charset="utf-8"><title>What the voice hears</title>
                <style>
                body { font: 15px system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
                .wide { overflow-x: auto }
                .wave { stroke: #345; fill: none }
                .yes { fill: #bfe3c4 } .no { fill: #f2d4b8 }
                td, th { text-align: left; padding: 2px 12px 2px 0 }
                </style>
                <h1>What the voice hears</h1>
                <p>Green was understood, orange is asked back.</p>
                """ + body;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
