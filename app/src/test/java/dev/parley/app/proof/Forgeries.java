package dev.parley.app.proof;

import dev.parley.app.proof.Forge.Frame;
import dev.parley.app.proof.Forge.JournalPart;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What an attacker changes in a folder; hashes, chains and checksums are right afterwards. */
final class Forgeries {
    private static final HexFormat HEX = HexFormat.of();
    private static final String COMPACTED = "compacted";
    private static final String BOOK = "house:people";
    private static final String MEMORY = "house:memory";

    /** Those after which the rules lead to every verdict that is left. */
    static final List<String> CAREFUL = List.of(
            "the folder of before is put back",
            "a compacted conversation that Parley made is carried over",
            "a conversation that Parley made is added",
            "a conversation is dropped",
            "frames of two conversations change places");

    /** Changes a folder; false where there is nothing in it to change in this way. */
    @FunctionalInterface
    interface Forgery {
        boolean on(Forge forge, Random random);
    }

    private final Forge elsewhere;
    private final Forge earlier;
    private final Map<String, Forgery> all = new LinkedHashMap<>();

    /**
     * @param elsewhere a folder that the attacker made with Parley itself
     * @param earlier the folder as it was some conversations ago
     */
    Forgeries(Forge elsewhere, Forge earlier) {
        this.elsewhere = elsewhere;
        this.earlier = earlier;
        frames();
        conversations();
        tables();
        books();
        journals();
    }

    Map<String, Forgery> all() {
        return Collections.unmodifiableMap(all);
    }

    Forgery named(String name) {
        return Objects.requireNonNull(all.get(name));
    }

    private void frames() {
        all.put(
                "a word is changed",
                (forge, random) ->
                        edited(forge, random, Forgeries::isSaid, rune -> rune.with("pii_text", "something else")));
        all.put(
                "a decision is turned round",
                (forge, random) -> edited(
                        forge,
                        random,
                        Forgeries::isVerdict,
                        said -> said.with("decision", "allowed".equals(said.text("decision")) ? "denied" : "allowed")));
        all.put(
                "a yes replaces a no",
                (forge, random) -> edited(
                        forge,
                        random,
                        rune -> "no".equals(rune.payload().text("pii_text")),
                        said -> said.with("pii_text", "yes")));
        all.put(
                "another actor",
                (forge, random) -> edited(forge, random, Forgeries::isVerdict, said -> said.with("actor", "user_ben")));
        all.put(
                "another speaker",
                (forge, random) -> edited(forge, random, Forgeries::isSaid, said -> said.with("by", "ben")));
        all.put("a frame is dropped", (forge, random) -> {
            Frame frame = any(forge, random);
            forge.remove(frame);
            forge.chain(frame.conversation());
            return true;
        });
        all.put("a frame is doubled", (forge, random) -> {
            Frame frame = any(forge, random);
            forge.insertAfter(frame, new Frame(frame.canonical, frame.previous));
            forge.chain(frame.conversation());
            return true;
        });
        all.put("two frames change places", this::swapped);
        all.put("frames of two conversations change places", Forgeries::interleaved);
        all.put("a copy is appended", (forge, random) -> {
            Frame frame = any(forge, random);
            forge.append(new Frame(frame.canonical, frame.previous));
            forge.chain(frame.conversation());
            return true;
        });
        all.put("a tail is cut", (forge, random) -> {
            List<Frame> own = forge.frames(any(forge, random).conversation());
            int from = own.size() - 1 - random.nextInt(Math.min(5, own.size()));
            own.subList(Math.max(0, from), own.size()).forEach(forge::remove);
            return true;
        });
        all.put("a rune is put in and the others renumbered", (forge, random) -> {
            Frame frame = any(forge, random);
            forge.insertAfter(
                    frame, Forge.frame(frame.rune().draft().withPayload(Json.Obj.EMPTY), frame.eventId() + 1));
            forge.chain(frame.conversation());
            return true;
        });
        all.put("a frame moves into another conversation", (forge, random) -> {
            Frame frame = any(forge, random);
            Frame place = any(forge, random);
            RuneDraft draft = frame.rune().draft();
            forge.insertAfter(place, Forge.frame(renamed(draft, place.conversation()), place.eventId() + 1));
            forge.chain(place.conversation());
            return !frame.conversation().equals(place.conversation());
        });
        all.put("a frame stands in the wrong chain", (forge, random) -> {
            Frame frame = any(forge, random);
            frame.previous = any(forge, random).hash();
            return true;
        });
    }

    private void conversations() {
        all.put("a conversation is dropped", (forge, random) -> {
            String name = anyTalk(forge, random);
            forge.frames(name).forEach(forge::remove);
            return true;
        });
        all.put("a conversation is replaced by one that Parley made", (forge, random) -> {
            String name = anyTalk(elsewhere, random);
            forge.frames(name).forEach(forge::remove);
            elsewhere.frames(name).forEach(frame -> forge.append(new Frame(frame.canonical, frame.previous)));
            return true;
        });
        all.put("a conversation that Parley made is added", (forge, random) -> {
            String name = anyTalk(elsewhere, random) + "0";
            elsewhere
                    .frames(name.substring(0, name.length() - 1))
                    .forEach(frame ->
                            forge.append(Forge.frame(renamed(frame.rune().draft(), name), frame.eventId())));
            forge.chain(name);
            return true;
        });
        all.put("two conversations change their names", (forge, random) -> {
            String one = anyTalk(forge, random);
            String other = anyTalk(forge, random);
            List<Frame> first = forge.frames(one);
            List<Frame> second = forge.frames(other);
            first.forEach(frame ->
                    frame.canonical = Forge.frame(renamed(frame.rune().draft(), other), frame.eventId()).canonical);
            second.forEach(frame ->
                    frame.canonical = Forge.frame(renamed(frame.rune().draft(), one), frame.eventId()).canonical);
            forge.chain(one);
            forge.chain(other);
            return !one.equals(other);
        });
        all.put("the folder of before is put back", (forge, _) -> {
            forge.files.clear();
            forge.files.putAll(earlier.files);
            forge.journals.clear();
            forge.journals.putAll(earlier.copy().journals);
            return true;
        });
    }

    private void tables() {
        all.put("a conversation is dropped and called compacted", (forge, random) -> {
            String name = anyTalk(forge, random);
            Frame last = forge.frames(name).getLast();
            forge.frames(name).forEach(forge::remove);
            compact(forge, name, last.eventId(), last.hash());
            return true;
        });
        all.put("a conversation is written anew behind an invented base", (forge, random) -> {
            String name = anyTalk(forge, random);
            byte[] base = Forge.sha256(new byte[] {(byte) random.nextInt()});
            long before = forge.frames(name).getLast().eventId() + 10;
            compact(forge, name, before, base);
            forge.chain(name, before + 1, base);
            return true;
        });
        all.put("a compacted conversation that Parley made is carried over", (forge, _) -> {
            elsewhere.files.forEach((name, bytes) -> {
                if (name.startsWith(Forge.snapshotFolder(HonestFolders.COMPACTED))) {
                    forge.files.put(name, bytes);
                }
            });
            forge.frames(HonestFolders.COMPACTED).forEach(forge::remove);
            elsewhere
                    .frames(HonestFolders.COMPACTED)
                    .forEach(frame -> forge.append(new Frame(frame.canonical, frame.previous)));
            forge.table(COMPACTED, elsewhere.table(COMPACTED));
            return true;
        });
        all.put("the table of compactions is emptied", (forge, _) -> {
            forge.table(COMPACTED, List.of());
            return true;
        });
        all.put("the snapshot of a base says something else", (forge, _) -> {
            String[] base = forge.table(COMPACTED).getFirst().split(" ", 3);
            long eventId = Long.parseLong(base[0]);
            byte[] whole = forge.files.get(Forge.snapshotName(HonestFolders.COMPACTED, eventId));
            if (whole == null) {
                return false;
            }
            int at = 44 + 8 + 32 + 4 + HonestFolders.COMPACTED.length() + 4;
            String state = new String(whole, at, whole.length - at, StandardCharsets.UTF_8);
            byte[] other = state.replace("OWNER", "ADMIN").getBytes(StandardCharsets.UTF_8);
            forge.snapshot(HonestFolders.COMPACTED, eventId, HEX.parseHex(base[1]), other);
            return true;
        });
        all.put("the snapshot of a base is deleted", (forge, _) -> {
            forge.files.keySet().removeIf(name -> name.startsWith(Forge.snapshotFolder(HonestFolders.COMPACTED)));
            return true;
        });
        all.put("events are cut out and called readmitted", (forge, random) -> {
            List<Frame> own = forge.frames(anyTalk(forge, random));
            int at = 2 + random.nextInt(own.size() - 4);
            Frame lost = own.get(at);
            forge.remove(lost);
            for (int i = at + 1; i < own.size(); i++) {
                own.get(i).previous = own.get(i - 1).equals(lost)
                        ? lost.previous
                        : own.get(i - 1).hash();
            }
            List<String> gaps = new ArrayList<>(forge.table("readmitted"));
            gaps.add(lost.eventId() + " " + lost.eventId() + " " + HEX.formatHex(lost.previous) + " "
                    + Forge.encoded(lost.conversation()));
            forge.table("readmitted", gaps);
            return true;
        });
    }

    private void books() {
        all.put(
                "a child becomes an owner",
                (forge, random) -> copied(
                        forge,
                        random,
                        BOOK,
                        "dora",
                        said -> said.with(
                                "profile",
                                profile(said)
                                        .with("role", "OWNER")
                                        .with("facts", Json.Obj.EMPTY.with("birthdate", "1980-01-01")))));
        all.put(
                "a role is raised",
                (forge, random) -> copied(
                        forge,
                        random,
                        BOOK,
                        "chris",
                        said -> said.with("profile", profile(said).with("role", "ADMIN"))));
        all.put(
                "a fact is changed",
                (forge, random) -> copied(
                        forge,
                        random,
                        BOOK,
                        "ana",
                        said -> said.with(
                                "profile",
                                profile(said)
                                        .with(
                                                "facts",
                                                Json.Obj.EMPTY
                                                        .with("birthdate", "1980-05-01")
                                                        .with("tea", "white")))));
        all.put(
                "a new person is in the book",
                (forge, random) -> copied(forge, random, BOOK, "ana", said -> said.with("person", "eve")));
        all.put(
                "a memory is invented",
                (forge, random) ->
                        copied(forge, random, MEMORY, "", said -> said.with("known", "I owe dora a thousand")));
        all.put(
                "a memory is given to another person",
                (forge, random) -> copied(forge, random, MEMORY, "", said -> said.with("owner", "ben")));
        all.put("the house forgets without a command", (forge, _) -> {
            Json.Obj source = Json.Obj.EMPTY.with("source", Json.Obj.EMPTY.with("conversation", "talk-2"));
            long next = forge.frames(MEMORY).getLast().eventId() + 1;
            RuneDraft draft = RuneDraft.of(MEMORY, "memory.forgotten", source).withVisibility(Visibility.INTERNAL);
            forge.append(Forge.frame(draft, next));
            forge.chain(MEMORY);
            return true;
        });
        all.put("a page of the book is taken out", (forge, random) -> {
            List<Frame> book = forge.frames(BOOK);
            forge.remove(book.get(random.nextInt(book.size())));
            forge.chain(BOOK);
            return true;
        });
        all.put("the book is dropped", (forge, _) -> {
            forge.frames(BOOK).forEach(forge::remove);
            return true;
        });
    }

    private void journals() {
        all.put("a journal file is dropped", (forge, random) -> {
            List<Long> numbers = List.copyOf(forge.journals.keySet());
            return numbers.size() > 1 && forge.journals.remove(numbers.get(random.nextInt(numbers.size()))) != null;
        });
        all.put("two journal files become one", (forge, _) -> {
            if (forge.journals.size() < 2) {
                return false;
            }
            JournalPart part = forge.journals.pollLastEntry().getValue();
            forge.journals.lastEntry().getValue().frames.addAll(part.frames);
            return true;
        });
        all.put("frames move into the file before", (forge, random) -> {
            JournalPart last = forge.journals.lastEntry().getValue();
            JournalPart before = forge.journals.firstEntry().getValue();
            int many = Math.min(last.frames.size() - 1, 1 + random.nextInt(9));
            before.frames.addAll(last.frames.subList(0, many));
            last.frames.subList(0, many).clear();
            return many > 0;
        });
        all.put("journal files change their numbers", (forge, _) -> {
            long first = forge.journals.firstKey();
            long last = forge.journals.lastKey();
            JournalPart one = forge.journals.get(first);
            forge.journals.put(first, forge.journals.get(last));
            forge.journals.put(last, one);
            return first != last;
        });
    }

    private boolean swapped(Forge forge, Random random) {
        List<Frame> own = forge.frames(any(forge, random).conversation());
        if (own.size() < 2) {
            return false;
        }
        int at = random.nextInt(own.size() - 1);
        Frame one = own.get(at);
        Frame other = own.get(at + 1);
        RuneDraft first = one.rune().draft();
        one.canonical = Forge.frame(other.rune().draft(), one.eventId()).canonical;
        other.canonical = Forge.frame(first, other.eventId()).canonical;
        forge.chain(one.conversation());
        return true;
    }

    /** Nothing inside a conversation changes. */
    private static boolean interleaved(Forge forge, Random random) {
        List<JournalPart> parts = List.copyOf(forge.journals.values());
        for (int tried = 0; tried < 200; tried++) {
            List<Frame> frames = parts.get(random.nextInt(parts.size())).frames;
            int at = frames.size() < 2 ? 0 : random.nextInt(frames.size() - 1);
            if (frames.size() > 1
                    && !frames.get(at).conversation().equals(frames.get(at + 1).conversation())) {
                Collections.swap(frames, at, at + 1);
                return true;
            }
        }
        return false;
    }

    private static void compact(Forge forge, String name, long eventId, byte[] hash) {
        List<String> lines = new ArrayList<>(forge.table(COMPACTED));
        lines.add(eventId + " " + HEX.formatHex(hash) + " " + Forge.encoded(name));
        forge.table(COMPACTED, lines);
    }

    private static RuneDraft renamed(RuneDraft draft, String conversation) {
        RuneDraft other = RuneDraft.of(conversation, draft.kind(), draft.payload());
        return other.withLane(draft.envelope().lane())
                .withVisibility(draft.envelope().visibility())
                .withTimes(draft.envelope().monotonicNanos(), draft.envelope().wallMillis());
    }

    private static Json.Obj profile(Json.Obj said) {
        return said.get("profile") instanceof Json.Obj profile ? profile : Json.Obj.EMPTY;
    }

    /** Appends a changed copy of the newest rune about a person to a book of the house. */
    private static boolean copied(
            Forge forge, Random random, String book, String person, UnaryOperator<Json.Obj> change) {
        List<Frame> own = forge.frames(book).stream()
                .filter(frame ->
                        person.isEmpty() || person.equals(frame.rune().payload().text("person")))
                .toList();
        if (own.isEmpty()) {
            return false;
        }
        Frame page = own.get(person.isEmpty() ? random.nextInt(own.size()) : own.size() - 1);
        Frame copy = new Frame(page.canonical, page.previous);
        RuneDraft draft = page.rune().draft();
        copy.canonical = Forge.frame(draft.withPayload(change.apply(draft.payload())), page.eventId()).canonical;
        forge.append(copy);
        forge.chain(book);
        return true;
    }

    private static boolean edited(Forge forge, Random random, Predicate<Rune> which, UnaryOperator<Json.Obj> change) {
        List<Frame> fitting = new ArrayList<>();
        for (String name : forge.conversations()) {
            forge.frames(name).stream()
                    .filter(frame -> which.test(frame.rune()))
                    .forEach(fitting::add);
        }
        if (fitting.isEmpty()) {
            return false;
        }
        Frame frame = fitting.get(random.nextInt(fitting.size()));
        RuneDraft draft = frame.rune().draft();
        Json.Obj changed = change.apply(draft.payload());
        frame.canonical = Forge.frame(draft.withPayload(changed), frame.eventId()).canonical;
        forge.chain(frame.conversation());
        return !changed.equals(draft.payload());
    }

    private static boolean isSaid(Rune rune) {
        return rune.kind().equals("user.words");
    }

    private static boolean isVerdict(Rune rune) {
        return rune.kind().startsWith("verdict.");
    }

    private static Frame any(Forge forge, Random random) {
        List<String> names = forge.conversations();
        List<Frame> own = forge.frames(names.get(random.nextInt(names.size())));
        return own.get(random.nextInt(own.size()));
    }

    private static String anyTalk(Forge forge, Random random) {
        List<String> names = forge.conversations().stream()
                .filter(name -> name.startsWith("talk-"))
                .toList();
        return names.get(random.nextInt(names.size()));
    }
}
