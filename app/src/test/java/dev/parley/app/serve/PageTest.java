package dev.parley.app.serve;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A person at the page: a real browser, with a file for its microphone, against the program itself. */
@Timeout(180)
class PageTest {
    private static final String CONFIGURATION = """
        keys:
          - {key: sk-ana, role: admin, people: [ana]}
          - {key: sk-ben, role: admin, people: [ben]}
          - {key: sk-both, role: client, people: [ana, ben]}
          - {key: sk-client, role: client, people: [ana]}
        voice: {stt: script, words: ["what can you do", "turn on the kitchen lights"], tts: tone, vad: level}
        """;
    private static final Pattern ALL_LIT = Pattern.compile("kitchen lights are on");
    private static final String CUT_OFF = """
        () => [...document.querySelectorAll("body *")]
          .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
          .map((each) => each.tagName + "#" + each.id + "." + each.className)
        """;
    private static final int RATE_HZ = 48_000;
    private static final double WITHIN_MS = 20_000;

    @TempDir
    static Path folder;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static ServedParley parley;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static Playwright playwright;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static Browser browser;

    private final List<String> complaints = new ArrayList<>();
    private final BrowserContext context = browser.newContext();

    @BeforeAll
    static void open() throws IOException {
        PlaywrightAssertions.setDefaultAssertionTimeout(WITHIN_MS);
        parley = new ServedParley(folder, CONFIGURATION, Map.of());
        Path microphone = Files.write(folder.resolve("microphone.wav"), wav());
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(Path.of("/usr/bin/chromium"))
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--use-fake-ui-for-media-stream",
                                "--use-fake-device-for-media-stream",
                                "--use-file-for-fake-audio-capture=" + microphone + "%noloop")));
    }

    @AfterAll
    static void close() {
        browser.close();
        playwright.close();
        parley.close();
    }

    @AfterEach
    void leave() {
        context.close();
        assertEquals(List.of(), complaints, "the browser complains about nothing");
    }

    /** Somebody speaks, is silent for four seconds while the answer is given, and speaks into it. */
    private static byte[] wav() {
        double[][] parts = {{1, 0}, {0.8, 1}, {4, 0}, {1.2, 1}, {30, 0}};
        ByteBuffer samples = ByteBuffer.allocate(40 * RATE_HZ * 2).order(ByteOrder.LITTLE_ENDIAN);
        for (double[] part : parts) {
            for (int i = 0; i < part[0] * RATE_HZ; i++) {
                double t = (double) i / RATE_HZ;
                double voice = Math.sin(2 * Math.PI * 140 * t)
                        + 0.7 * Math.sin(2 * Math.PI * 700 * t)
                        + 0.5 * Math.sin(2 * Math.PI * 1_220 * t);
                double syllables = 0.6 + 0.4 * Math.sin(2 * Math.PI * 4 * t);
                samples.putShort((short) (9_000 * part[1] * voice * syllables));
            }
        }
        int length = samples.position();
        return ByteBuffer.allocate(44 + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RIFF".getBytes(StandardCharsets.US_ASCII))
                .putInt(36 + length)
                .put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII))
                .putInt(16)
                .putShort((short) 1)
                .putShort((short) 1)
                .putInt(RATE_HZ)
                .putInt(2 * RATE_HZ)
                .putShort((short) 2)
                .putShort((short) 16)
                .put("data".getBytes(StandardCharsets.US_ASCII))
                .putInt(length)
                .put(samples.array(), 0, length)
                .array();
    }

    private Page visit(String fragment) {
        Page page = context.newPage();
        page.onPageError(complaints::add);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") && !message.text().contains("401")) {
                complaints.add(message.text());
            }
        });
        page.onRequest(request -> {
            if (!request.url().startsWith(parley.at("/").toString())) {
                complaints.add("a request elsewhere: " + request.url());
            }
        });
        page.navigate(parley.at("/") + fragment);
        return page;
    }

    private static void says(Page page, String words) {
        page.getByLabel("What you want to say").fill(words);
        page.keyboard().press("Enter");
    }

    private static Locator transcript(Page page) {
        return page.getByLabel("Transcript");
    }

    private static LocatorAssertions.ContainsTextOptions soon() {
        return new LocatorAssertions.ContainsTextOptions().setTimeout(WITHIN_MS);
    }

    private static LocatorAssertions.IsVisibleOptions soonVisible() {
        return new LocatorAssertions.IsVisibleOptions().setTimeout(WITHIN_MS);
    }

    private static Locator event(Page page, String kind) {
        return page.locator("[data-kind='" + kind + "']").last();
    }

    @Test
    void aKeyIsAskedForAndAWrongOneIsSaidToBeWrong() {
        Page page = visit("");
        page.getByLabel("Key").fill("sk-wrong");
        page.keyboard().press("Enter");
        assertThat(page.getByText("does not know this key")).isVisible();
        page.getByLabel("Key").fill("sk-client");
        page.keyboard().press("Enter");
        says(page, "turn on the kitchen lights");
        assertThat(transcript(page)).containsText(ALL_LIT, soon());
        assertThat(page.getByLabel("Who is here")).containsText("ana");
        assertThat(transcript(page)).containsText("details");
        assertThat(transcript(page)).not().containsText("why?");
        event(page, "agent.reply").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("this key is a client's");
        assertTrue(!page.url().contains("sk-"), "no key is left in the address");
    }

    @Test
    void aQuestionIsAnsweredAndEveryDecisionIsExplained() {
        Page page = visit("#key=sk-ana");
        says(page, "order some tea");
        assertThat(page.getByLabel("What is new")).containsText("A question for you: May I order tea?", soon());
        page.getByLabel("A question for you").locator("button.yes").click();
        assertThat(transcript(page)).containsText("I have ordered tea.", soon());
        assertThat(page.getByLabel("A question for you")).hasCount(0);
        event(page, "tool.result").click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog).containsText("allowed", soon());
        assertThat(dialog).containsText("What led to it");
        assertThat(dialog).containsText("lease_epoch");
        dialog.getByText("Close").click();
        page.reload();
        assertThat(transcript(page)).containsText("I have ordered tea.", soon());
        assertThat(page.getByLabel("What is new")).isEmpty();
        says(page, "turn on the kitchen lights");
        assertThat(transcript(page)).containsText(ALL_LIT, soon());
        assertThat(page.getByLabel("What is new").locator("p")).hasText(ALL_LIT);
    }

    /** Who presses No is not lost on the page, reads it in the transcript, and is told why in words. */
    @Test
    void aPressedNoIsALineAndTheReasonInWords() {
        Page page = visit("#key=sk-ana");
        says(page, "order some tea");
        assertThat(page.locator("parley-state")).containsText("Waiting for your yes or no", soon());
        page.getByLabel("A question for you")
                .getByText("No", new Locator.GetByTextOptions().setExact(true))
                .click();
        assertThat(transcript(page)).containsText("I did not order anything.", soon());
        assertThat(page.locator("#words")).isFocused();
        Locator no = page.locator("li.person").last();
        assertThat(no).containsText("ana");
        assertThat(no.locator(".heard")).hasText("no");
        page.locator("li.agent").last().getByText("why?").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("It was not done because Ana said no", soon());
    }

    @Test
    void aRefusalSaysWhatWouldHaveChangedIt() {
        Page page = visit("#key=sk-ben");
        says(page, "disable the alarm");
        page.getByText("Verdicts").click();
        Locator denied = page.locator("li.denied button").last();
        denied.click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog).containsText("denied", soon());
        assertThat(dialog).containsText("What would have changed it");
        assertThat(dialog).containsText("It would be allowed");
    }

    @Test
    void oneOfThePeopleOfAKeySpeaks() {
        Page page = visit("#key=sk-both");
        says(page, "disable the alarm");
        assertThat(page.getByLabel("A question for you")).isVisible();
        page.getByLabel("Who speaks").selectOption("ben");
        says(page, "disable the alarm");
        assertThat(transcript(page)).containsText("I did not disable the alarm", soon());
    }

    @Test
    void aVoiceIsAnsweredAndBargesIn() {
        Page page = visit("#key=sk-ana");
        page.getByText("Microphone", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(transcript(page)).containsText("what can you do", soon());
        assertThat(page.locator("parley-caption")).isVisible();
        assertThat(page.locator("parley-state")).containsText("Speaking", soon());
        assertThat(page.locator("li.agent.cut")).containsText("cut off", soon());
        assertThat(page.locator("li.agent.cut .heard")).not().isEmpty();
        assertThat(page.locator("li.agent.cut .unheard")).not().isEmpty();
        assertThat(transcript(page)).containsText(ALL_LIT, soon());
        assertThat(event(page, "turn.interrupted")).containsText("interrupted");
        assertThat(event(page, "turn.completed")).containsText("turn 2", soon());
        picture(page, "page-barge-in.png");
    }

    @Test
    void theStopButtonStopsAtOnce() {
        Page page = visit("#key=sk-ana");
        page.getByText("Microphone", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.getByText("Microphone is on")).isVisible();
        says(page, "what can you do");
        assertThat(page.locator("parley-state")).containsText("Speaking", soon());
        page.locator("#stop").click();
        assertThat(event(page, "turn.interrupted")).containsText("cancelled", soon());
        assertThat(page.locator("parley-state")).containsText("Listening", soon());
    }

    /** The transcript changes with every word that is heard; what is read out does not. */
    @Test
    void whatTheAgentSaysIsReadOutOnceAndWhole() {
        Page page = visit("#key=sk-client");
        assertThat(page.locator("parley-people")).containsText("ana confirmed", soon());
        page.getByText("Microphone", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(transcript(page)).containsText(ALL_LIT, soon());
        assertThat(page.locator("li.agent.cut .heard")).not().isEmpty();
        assertThat(page.getByLabel("What is new").locator("p")).hasText(new Pattern[] {
            Pattern.compile("^I can turn lights on .* tell the weather\\.$"),
            Pattern.compile("^The kitchen lights are on\\.$")
        });
        assertThat(transcript(page)).hasAttribute("aria-live", "off");
    }

    @Test
    void aMicrophoneThatIsUsedInAnotherWindowIsToldOfAndAWrongKeyAskedForAgain() {
        Page page = visit("#key=sk-client");
        page.getByText("Microphone", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.getByText("Microphone is on")).isVisible();
        Page other = visit("#key=sk-client&conversation=" + conversation(page));
        other.getByText("Microphone", new Page.GetByTextOptions().setExact(true))
                .click();
        assertThat(other.getByText("Microphone is on")).isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("used in another window", soon());
        assertThat(page.locator("parley-state")).not().containsText("Not connected", soon());
        other.route("**/v1/conversations/*", route -> route.fulfill(new Route.FulfillOptions().setStatus(401)));
        page.getByText("Microphone", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(other.getByText("does not know this key")).isVisible(soonVisible());
        assertThat(other.getByText("New conversation")).isHidden();
    }

    @Test
    void aConversationThatSomebodyElseEndedIsOverOnThePageToo() throws IOException, InterruptedException {
        Page page = visit("#key=sk-client");
        page.getByText("Microphone", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.getByText("Microphone is on")).isVisible();
        assertEquals(
                200,
                parley.send("DELETE", "sk-client", "/v1/conversations/" + conversation(page), "")
                        .statusCode());
        assertThat(page.getByText("This conversation is over. Begin a new one")).isVisible();
        assertThat(page.locator("#send")).isDisabled();
        assertThat(page.locator("#microphone")).isHidden();
        assertThat(page.locator("#microphone")).hasAttribute("aria-pressed", "false");
        page.getByText("New conversation").click();
        says(page, "turn on the kitchen lights");
        assertThat(transcript(page)).containsText(ALL_LIT, soon());
    }

    /** Words of a human are not the agent's, and whoever reads them must know. */
    @Test
    void aHumanWhoTakesOverIsNamedAsOne() throws IOException, InterruptedException {
        Page page = visit("#key=sk-client");
        says(page, "turn on the kitchen lights");
        assertThat(transcript(page)).containsText(ALL_LIT, soon());
        String talk = "/v1/conversations/" + conversation(page);
        assertEquals(200, parley.post("sk-ana", talk + "/takeover", "").statusCode());
        assertEquals(
                202,
                parley.post("sk-ana", talk + "/takeover/messages", "{\"text\":\"I am here now.\"}")
                        .statusCode());
        assertThat(transcript(page)).containsText("I am here now.", soon());
        assertThat(transcript(page)).containsText("attendant (a human)");
    }

    private static String conversation(Page page) {
        return String.valueOf(page.evaluate("sessionStorage.getItem('parley.conversation')"));
    }

    @Test
    void nobodyIsKeptOutByHowThePageIsBuilt() throws IOException, InterruptedException {
        String axe = Files.readString(NpmClients.file("axe-core/axe.min.js"));
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            Page page = visit("#key=sk-ana");
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            page.setViewportSize(scheme == ColorScheme.LIGHT ? 1280 : 390, 844);
            says(page, "order some tea");
            assertThat(page.getByLabel("A question for you")).isVisible();
            assertEquals(List.of(), issues(page, axe), scheme + ", the page");
            page.setViewportSize(320, 640);
            assertEquals(List.of(), page.evaluate(CUT_OFF), "nobody has to scroll sideways");
            event(page, "user.words").click();
            assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Envelope", soon());
            assertEquals(List.of(), issues(page, axe), scheme + ", an event");
        }
    }

    /** Made anew with every run; {@code docs/images/make} puts them into the docs. */
    @Test
    void picturesForTheDocsAreTaken() {
        Page page = visit("#key=sk-ana");
        page.setViewportSize(1280, 800);
        says(page, "turn on the kitchen lights");
        assertThat(transcript(page)).containsText(ALL_LIT, soon());
        says(page, "order some tea");
        assertThat(page.getByLabel("A question for you")).isVisible();
        picture(page, "page.png");
        page.setViewportSize(390, 844);
        picture(page, "page-phone.png");
        page.setViewportSize(1280, 800);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        event(page, "tool.result").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("What led to it", soon());
        picture(page, "page-why.png");
    }

    private static void picture(Page page, String name) {
        Path file = Path.of(System.getProperty("parley.root"), "app", "target", "pictures", name);
        page.screenshot(new Page.ScreenshotOptions().setPath(file));
        assertTrue(Files.exists(file));
    }

    private static List<?> issues(Page page, String axe) {
        page.evaluate(axe);
        return (List<?>) page.evaluate("async () => (await axe.run()).violations"
                + ".filter(each => ['serious', 'critical'].includes(each.impact))"
                + ".map(each => each.id + ': ' + each.nodes.map(node => node.html).join(' '))");
    }
}
