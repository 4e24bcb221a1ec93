package dev.parley.app.record;

import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.yaml.BadYaml;
import dev.parley.replay.WhatIf;
import dev.parley.replay.WhatIfs;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.fault.Progress;
import dev.parley.session.people.CatalogueReader;
import dev.parley.session.people.HouseholdReader;
import dev.parley.transport.Analyst;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Looks back at the conversations of a folder, also while they go on. */
public final class FolderAnalyst implements Analyst {
    private final Path data;
    private @Nullable RuneArchive archive;

    public FolderAnalyst(Path data) {
        this.data = data;
    }

    /** What is on disk by now. */
    private synchronized RuneArchive present() {
        try {
            RuneArchive opened = archive;
            if (opened == null) {
                opened = RecordFolder.read(data, Progress.SILENT);
                archive = opened;
            } else {
                opened.refresh();
            }
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Json.Obj explain(String conversation, List<Rune> runes, Rune event) {
        RecordedConversation recorded = RecordedConversation.of(conversation, runes, present()::base);
        Json.Obj why = Why.of(recorded, event).toJson(conversation);
        Account account = Account.of(recorded, event);
        return account == null ? why : why.with("told", Json.texts(account.lines()));
    }

    @Override
    public Json.Obj replay(String conversation, long to) {
        RuneArchive folder = present();
        RecordedConversation recorded = RecordedConversation.read(folder, conversation);
        return Replayed.of(recorded, folder, Math.min(to, lastProvable(recorded)))
                .toJson();
    }

    /** A conversation that goes on may have been read in the middle of a step: what that owes is still to come. */
    private static long lastProvable(RecordedConversation recorded) {
        List<Rune> runes = recorded.provable();
        boolean goesOn =
                recorded.fault() == null && !runes.isEmpty() && !EventCatalogue.is(runes.getLast(), SessionEnded.class);
        return goesOn ? runes.getLast().eventId() : Long.MAX_VALUE;
    }

    @Override
    public Json.Obj decideAgain(List<String> conversations, OtherRules rules, BooleanSupplier stops) {
        Catalogue commands;
        Map<String, Json.Obj> people;
        try {
            commands = rules.catalogue().isEmpty() ? null : CatalogueReader.read("catalogue", rules.catalogue());
            people = people(rules.household());
        } catch (BadYaml bad) {
            throw new IllegalArgumentException(String.valueOf(bad.getMessage()), bad);
        }
        RuneArchive folder = present();
        WhatIfs.Report report = WhatIfs.of(
                folder,
                conversations,
                name -> RecordedConversation.begun(folder, name, new WhatIf(commands, rules.tools(), people)),
                Progress.SILENT,
                stops);
        return Json.Obj.EMPTY
                .with(
                        "flips",
                        Json.of(report.flips().stream()
                                .<Json>map(WhatIf.Flip::toJson)
                                .toList()))
                .with("verdicts", report.verdicts())
                .with("denied_to_allowed", report.dangerous())
                .with("left_out", Json.texts(report.leftOut()))
                .with("repeated", report.repeated())
                .with("undecided", report.undecided())
                .with("complete", report.undecided() == 0);
    }

    private static Map<String, Json.Obj> people(String household) {
        Map<String, Json.Obj> people = new LinkedHashMap<>();
        if (!household.isEmpty()) {
            HouseholdReader.read("household", household)
                    .residents()
                    .forEach(resident -> people.put(resident.id(), resident.described()));
        }
        return people;
    }
}
