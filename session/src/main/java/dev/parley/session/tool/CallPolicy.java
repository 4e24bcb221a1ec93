package dev.parley.session.tool;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.json.JsonTexts;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.people.privacy.Prepared;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.tool.Approver;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolRoom.Taint;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.session.port.CommandCall;
import dev.parley.session.port.People;
import dev.parley.session.port.ToolShelf;
import dev.parley.session.port.ToolShelf.Fit;
import dev.parley.session.port.ToolShelf.Listing;
import dev.parley.session.settings.Settings;
import org.jspecify.annotations.Nullable;

/** Decides whether a call may run, has to be approved by a person first, or is denied. */
final class CallPolicy {
    /** A question that an earlier host left has lapsed before it could be put again: its call ends as it would have ended then. */
    private static final String LAPSED = "nobody approved in time";

    private final Settings settings;
    private final ToolShelf tools;
    private final People people;
    private final CallLedger ledger;
    private long countedTurn;
    private long countedCalls;

    /** What was decided about a call, the terms on which it runs, and the reason. */
    record Decision(Ruling ruling, ToolTerms terms, boolean discloses, String why) {
        /** The same, and nobody waits longer than this for an answer. */
        Decision within(long leftMs) {
            long waitsMs = Math.max(1, Math.min(leftMs, terms.approvalTimeoutMs()));
            return new Decision(ruling, terms.withApprovalTimeoutMs(waitsMs), discloses, why);
        }
    }

    CallPolicy(Settings settings, ToolShelf tools, People people, CallLedger ledger) {
        this.settings = settings;
        this.tools = tools;
        this.people = people;
        this.ledger = ledger;
    }

    /**
     * Decides about a call and marks on it what the house and a person have to do with it.
     *
     * @param mismatch why its arguments do not fit its tool, or null; see {@link #fits}
     */
    Decision decide(OpenCall call, ToolCall made, @Nullable String mismatch, long nowMs) {
        if (call.untilMs > 0 && call.untilMs <= nowMs) {
            return decision(call, Ruling.DENY, ToolTerms.DEFAULT, LAPSED);
        }
        Decision decision = decide(call, made, mismatch);
        return call.untilMs == 0 ? decision : decision.within(call.untilMs - nowMs);
    }

    private Decision decide(OpenCall call, ToolCall made, @Nullable String mismatch) {
        Listing listing = tools.listing(made.tool());
        String refusal = call.episode.refusal();
        if (listing == null) {
            return decision(call, Ruling.DENY, ToolTerms.DEFAULT, "no tool is called " + made.tool());
        } else if (mismatch != null) {
            return decision(call, Ruling.DENY, listing.terms(), mismatch);
        } else if (refusal != null) {
            return decision(call, Ruling.DENY, listing.terms(), refusal);
        } else if (listing.ruling() == Ruling.DENY) {
            return decision(call, Ruling.DENY, listing.terms(), PolicyDecided.DENIED);
        } else if (isOverBudget(call.turn)) {
            return decision(call, Ruling.DENY, listing.terms(), "budget");
        }
        return judge(call, made, listing);
    }

    /** Whether what this call answers is not for everybody. */
    boolean isPersonal(@Nullable ToolCall made) {
        Listing listing = made == null ? null : tools.listing(made.tool());
        return listing != null && listing.answers() != Sensitivity.PUBLIC;
    }

    /** What a tool answered is known to be guarded before it is written down or anybody can repeat it. */
    void learn(@Nullable OpenCall call, Json answer, @Nullable Prepared ready) {
        Listing listing = call == null ? null : tools.listing(call.tool);
        if (call != null && listing != null) {
            people.learned(new Knowledge(call.by, call.tool, listing.answers(), answer), ready);
        }
    }

    /**
     * Whether the arguments of a call fit its tool; nobody is asked about a call before that is known (ruling T4). A schema is the
     * tool's own, and a hostile one may throw: what cannot be checked is denied.
     */
    Fit fits(ToolCall made) {
        if (tools.listing(made.tool()) == null) {
            return Fit.of(null);
        }
        String unreadable = made.arguments().text(ToolDriver.UNREADABLE);
        if (unreadable != null) {
            return Fit.of("the arguments cannot be read: " + unreadable);
        }
        String lost = CanonicalJson.lostNumber(made.arguments());
        if (lost != null) {
            return Fit.of("the arguments cannot be shown as they are: " + lost);
        }
        try {
            Fit fit = tools.fits(made);
            return fit.mismatch() == null ? fit : Fit.of(unfit(fit.mismatch()));
        } catch (RuntimeException | StackOverflowError e) {
            return Fit.of("the arguments cannot be checked: " + e.getClass().getSimpleName());
        }
    }

    static String unfit(String mismatch) {
        return "the arguments do not fit: " + mismatch;
    }

    /** A tool that is a command of the house runs only as the house says, for the person whose turn it is. */
    private Decision judge(OpenCall call, ToolCall made, Listing listing) {
        CommandCall bound =
                CommandCall.of(made, Wording.question(listing.phrase(), made.tool(), made.arguments(), true));
        People.Answer answer = people.command(call.by, bound);
        call.judged(answer, bound);
        if (answer == People.Answer.DENIED) {
            return decision(call, Ruling.DENY, listing.terms(), people.refusal().reason());
        } else if (!call.isCommand() && listing.terms().safety().changesTheWorld() && !listing.declared()) {
            String why = PolicyDecided.UNDECLARED + call.tool + " may run";
            return decision(call, Ruling.DENY, listing.terms(), why);
        } else if (call.awaitsYes()
                || call.untilMs > 0
                || listing.ruling() == Ruling.ASK
                || asksForTaint(made, listing)) {
            return asks(call, made, listing, "approval required");
        } else if (discloses(made, listing)) {
            Decision asked = asks(call, made, listing, "personal data would leave the house");
            return new Decision(asked.ruling(), asked.terms(), true, asked.why());
        }
        return decision(call, Ruling.ALLOW, listing.terms(), "listed");
    }

    private Decision asks(OpenCall call, ToolCall made, Listing listing, String why) {
        boolean silently = settings.agency().approverNamed() && !call.isCommand();
        if (silently || !settings.agency().asksAloud()) {
            call.asksSilently();
            return decision(call, Ruling.ASK, listing.terms(), why);
        }
        String question = question(call, made, listing);
        if (question.length() > Wording.QUESTION_CHARS_MAX) {
            String tooLong = "it cannot be asked about in full: the question would have " + question.length()
                    + " characters, " + Wording.QUESTION_CHARS_MAX + " at most are said";
            return decision(call, Ruling.DENY, listing.terms(), tooLong);
        }
        call.asksAloud(question, Wording.act(listing.phrase(), made.tool(), made.arguments()));
        return decision(call, Ruling.ASK, listing.terms(), why);
    }

    private String question(OpenCall call, ToolCall made, Listing listing) {
        boolean isMinor = people.approver(call.by).standing() == Approver.Standing.MINOR;
        return isMinor && !call.awaitsYes()
                ? Wording.questionToMinor(listing.phrase(), made.tool(), made.arguments())
                : Wording.question(listing.phrase(), made.tool(), made.arguments(), call.awaitsYes());
    }

    /** What came from outside may have wished for it: a person has to want it too (ruling E10). */
    private boolean asksForTaint(ToolCall made, Listing listing) {
        return settings.agency().taint() != Taint.OFF
                && listing.terms().safety().changesTheWorld()
                && ledger.isTainted(made.callId());
    }

    /** Whether the arguments carry a fact about somebody to an address outside the house (ruling E10). */
    private boolean discloses(ToolCall made, Listing listing) {
        return listing.sendsOut()
                && !people.owners(JsonTexts.of(made.arguments())).isEmpty();
    }

    private boolean isOverBudget(long turn) {
        countedCalls = turn == countedTurn ? countedCalls + 1 : 1;
        countedTurn = turn;
        return countedCalls > settings.budget().toolCalls();
    }

    /** An approval waits no longer than the house waits for a person's own yes. */
    private Decision decision(OpenCall call, Ruling ruling, ToolTerms terms, String why) {
        long patienceMs = call.awaitsYes() ? people.yesWithinMs() : Long.MAX_VALUE;
        long waitsMs = Math.max(1, Math.min(settings.bounds().approvalTimeoutMs(), patienceMs));
        return new Decision(ruling, terms.withApprovalTimeoutMs(waitsMs), false, why);
    }
}
