package dev.parley.app.talk;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.mode.Company;
import dev.parley.kernel.people.mode.Mode;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.profile.Update;
import dev.parley.session.people.Heard;
import dev.parley.session.people.HouseTerms;
import dev.parley.session.people.HouseView;
import dev.parley.session.port.People;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Words what the house made of somebody's words. It says what was decided and decides nothing. */
final class HouseReplies {
    private final HouseView house;

    HouseReplies(HouseView house) {
        this.house = house;
    }

    /** What came of the last thing that was heard, said to this person. */
    String of(Heard heard, String person) {
        return switch (heard.machine()) {
            case "identity" -> identity(heard, person);
            case "addressing" -> addressing(heard);
            case "mode" -> mode(heard);
            case "consent" -> consent(heard);
            case "delegation" -> delegation(heard, person);
            default -> profile(heard, person);
        };
    }

    private String identity(Heard heard, String person) {
        String name = named(heard.target());
        Person known = house.house().person(heard.target());
        boolean isKnown = known != null && known.isConfirmed();
        return switch (heard.action()) {
            case "validation_success", "validation_failure" ->
                heard.isAllowed() && heard.action().equals("validation_success")
                        ? "Thank you, " + name + ". I know you now."
                        : "That PIN is not right. I do not know who you are.";
            default ->
                isKnown && heard.target().equals(person)
                        ? "I know, " + name + "."
                        : house.hasPin(heard.target())
                                ? "Please tell me your PIN, " + name + "."
                                : "I hear that you are " + name + ". I cannot be sure of it yet.";
        };
    }

    private static String addressing(Heard heard) {
        if (heard.action().equals("declined")) {
            return "All right, then I leave it.";
        }
        return heard.isAllowed()
                ? "All right, " + heard.parameters().text("name") + "."
                : "I cannot do that: " + plain(heard.reason()) + ".";
    }

    private String mode(Heard heard) {
        String who = String.valueOf(heard.parameters().text("person"));
        boolean isGone = heard.action().equals("participant_left")
                && house.house().person(who) != null
                && !house.house().modeState().company().detected().containsKey(who);
        if (!heard.isAllowed() && isGone) {
            return "I did not know that " + named(who) + " was here.";
        }
        boolean isNobody = heard.action().equals("participant_left")
                && !heard.parameters().has("person")
                && !house.house().modeState().company().detected().containsKey(Company.STRANGER);
        if (!heard.isAllowed() && isNobody) {
            return "I did not know that anybody else was here.";
        }
        if (!heard.isAllowed()) {
            return "I would rather hear that from a grown-up whom I know.";
        }
        return heard.action().equals("participant_detected") ? "Hello, " + named(who) + "." : "All right.";
    }

    private String consent(Heard heard) {
        String purpose = String.valueOf(heard.parameters().text("purpose"));
        String does = HouseTerms.does(purpose);
        Person asked = house.house().person(heard.target());
        if (heard.action().equals("consent_request") && asked != null && asked.ageClass() != AgeClass.ADULT) {
            return "I do not " + does + ". Only a grown-up can allow that.";
        }
        return switch (heard.action()) {
            case "consent_request" ->
                heard.isAllowed() ? house.asks() : "I cannot ask that now: " + plain(heard.reason()) + ".";
            case "explicit_grant" ->
                heard.isAllowed()
                        ? "Thank you. I may " + does + " until you take that back, or we part."
                        : "That does not count: " + plain(heard.reason()) + ".";
            case "revoke" ->
                heard.isAllowed()
                        ? "All right, I do not " + does + " any more."
                        : "You have not allowed me to " + does + ".";
            default -> "All right, I do not " + does + ".";
        };
    }

    private String delegation(Heard heard, String person) {
        String name = named(heard.target());
        String group = heard.parameters().text("group");
        String what = group == null ? "that" : HouseTerms.things(group);
        if (!heard.isAllowed()) {
            return "I cannot do that: " + plain(heard.reason()) + ".";
        }
        return switch (heard.action()) {
            case "delegation_intent_detected" ->
                lends(person) ? house.asks() : "That needs the yes of the owner of the house. Please ask them.";
            case "owner_confirmation" -> name + " may use " + what + " until we part, or you take it back.";
            case "revoke_command" -> name + " may not use " + what + " any more.";
            default -> "All right, I leave it.";
        };
    }

    /** Whether somebody may say yes to a loan. */
    private boolean lends(String person) {
        Person known = house.house().person(person);
        return known != null && known.isConfirmedAdult() && (known.role() == Role.OWNER || known.role() == Role.ADMIN);
    }

    private String profile(Heard heard, String person) {
        boolean own = heard.target().equals(person);
        String whose = own ? "your" : named(heard.target()) + "'s";
        String field = heard.parameters().text("field");
        String what = whose + " " + (field == null ? "profile" : field.replace('_', ' '));
        Person known = house.house().person(heard.target());
        if (heard.isAllowed()
                && known != null
                && known.profile() instanceof ProfileState.PendingConfirmation(Update update)) {
            String waits = own ? house.asks() : named(heard.target()) + " has to agree to that first.";
            return update.needsVouching()
                    ? "Somebody who looks after the house has to vouch for " + what + " first."
                    : waits;
        }
        return heard.isAllowed()
                ? (own ? "I will remember " : "I have noted ") + what + "."
                : "I cannot change " + what + ": " + plain(heard.reason()) + ".";
    }

    /** Who speaks, as far as the house knows. */
    String who(String person) {
        Person known = house.house().person(person);
        if (known == null || !known.isConfirmed()) {
            return "I do not know who you are.";
        }
        String name = house.address(person);
        return "You are " + named(person)
                + (name.isEmpty() || name.equals(named(person)) ? "." : ", and I call you " + name + ".");
    }

    /** To somebody who gives a name that nobody of the house has. */
    String newcomer(String person, String name) {
        Person known = house.house().person(person);
        return known != null && known.isConfirmed()
                ? "I know you as " + named(person) + "."
                : "Hello, " + named(name) + ". I do not know you yet, so you are a guest here.";
    }

    /** Who is here beside them. */
    String company() {
        House now = house.house();
        if (now.mode() == Mode.PRIVATE) {
            return "Nobody else is here, as far as I know.";
        }
        List<String> all = now.modeState().company().detected().keySet().stream()
                .map(each -> each.equals(Company.STRANGER) ? "somebody whom I do not know" : named(each))
                .toList();
        String names = String.join(" and ", all);
        return names.isEmpty()
                ? "Somebody whom I do not know is here."
                : named(names) + (all.size() > 1 ? " are here." : " is here.");
    }

    /** What somebody can ask for; whom the house knows is offered only what it would do for them. */
    String help(String person) {
        Person known = house.house().person(person);
        String all = "I can turn lights on and off. I can set the volume and pause the music.";
        if (known == null || !known.isConfirmed()) {
            return all + " I can tell the weather. Some of it only people of the house may ask for.";
        }
        if (!known.isConfirmedAdult() || known.role() == Role.GUEST) {
            String lit = known.role() == Role.GUEST ? "I can set the volume and pause the music." : all;
            return lit + " I can tell the weather. For the rest, please ask somebody who looks after the house.";
        }
        String things = known.role() == Role.OPERATOR
                ? " I can close the door and open the garage."
                : " I can close the door, open the garage and disable the alarm.";
        return all + things + " I can order things and tell the weather.";
    }

    /** How the agent speaks from now on. */
    static String manner(Json.Obj wish) {
        if (wish.has(People.OFF)) {
            return "All right, as before.";
        }
        BigDecimal rate = wish.number("speech_rate");
        String how =
                rate == null ? "show captions" : rate.compareTo(BigDecimal.ONE) < 0 ? "speak slower" : "speak faster";
        return "All right, I " + how + " from now on.";
    }

    /** Why something was not done, in plain words and in the tone of who listens. */
    String refusal(String person, String did, String reason) {
        Person known = house.house().person(person);
        boolean isChild = known != null && known.isConfirmed() && known.ageClass() == AgeClass.CHILD;
        return isChild
                ? "I did not " + did + ". That is not for children. Please ask a grown-up."
                : "I did not " + did + ": " + plain(reason) + ".";
    }

    /** A reason without the names that only machines use. */
    private static String plain(String reason) {
        String plain = reason.replaceFirst("^\\S+ is not confirmed$", "I do not know who you are")
                .replaceFirst("^the command is high-risk and someone unknown is present$", "somebody unknown is here")
                .replaceFirst(
                        "^the command is high-risk and \\S+ is not known to be an adult$", "that is for grown-ups")
                .replaceFirst("^\\S+ is not known to be an adult$", "only a grown-up can say yes to that")
                .replaceFirst("^\\S+ has no \\S+ to lend$", "that is not yours to lend")
                .replaceFirst("^\\S+ is [A-Z]+, and only OWNER and ADMIN lend$", "that is not yours to lend")
                .replaceFirst("^\\S+ may not change this profile now$", "that is not yours to change now")
                .replaceFirst("^an? [\\w ]+ that is \\w+ does not take \\w+$", "nothing waits for that now")
                .replaceFirst("^a minor asked to change their own age$", "a grown-up of the house has to do that")
                .replaceFirst("^no active loan of \\S+ to \\S+$", "nobody has lent you that yet")
                .replaceFirst("^\\S+ has not consented to \\S+$", "you have not agreed to that")
                .replaceFirst("^the catalogue does not list \\S+$", "this house does not do that")
                .replaceFirst("^it was not \\S+ who asked$", "somebody else asked for it")
                .replaceFirst(
                        "^another confirmed adult who is OWNER or ADMIN must vouch for it$",
                        "another grown-up who looks after the house has to vouch for it")
                .replaceFirst("^\\S+ is not open to GUEST$", "that is for those who look after the house")
                .replaceFirst("^\\S+ is not open to [A-Z]+$", "that is for the owner of the house");
        return plain.replace("SHARED_UNVERIFIED", "somebody unknown is here")
                .replace("SHARED_VERIFIED", "others are here")
                .replace("is PRIVATE", "nobody else is here")
                .replace('_', ' ');
    }

    static String named(String person) {
        return HouseTerms.named(person);
    }

    /** To somebody who tells something of themself, and perhaps wants it remembered; who is not confirmed leaves nothing. */
    String remembers(String person, String sentence) {
        Person known = house.house().person(person);
        if (SmallTalk.told(sentence).equals(sentence.strip())) {
            return "I heard you.";
        }
        return known != null && known.isConfirmed()
                ? "I will remember that."
                : "I do not know who you are. I keep nothing of that.";
    }

    /** What the house remembers of somebody, said to them. */
    String remembered(String person) {
        List<String> all = new ArrayList<>(noted(person));
        house.memories(person).forEach(each -> all.add(Retold.of(SmallTalk.told(each))));
        return all.isEmpty() ? "I remember nothing about you." : String.join(" ", all);
    }

    /** What somebody had noted in their profile. When they were born was not told to be remembered. */
    private List<String> noted(String person) {
        Person known = house.house().person(person);
        List<String> all = new ArrayList<>();
        if (known == null || !known.isConfirmed()) {
            return all;
        }
        for (String field : known.facts().fields()) {
            if (!field.equals(Update.BIRTHDATE) && known.facts().get(field) instanceof Json.Str(String value)) {
                all.add("Your " + field.replace('_', ' ') + " is " + value + ".");
            }
        }
        return all;
    }
}
