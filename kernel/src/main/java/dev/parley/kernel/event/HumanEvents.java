package dev.parley.kernel.event;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import org.jspecify.annotations.Nullable;

/** What humans of the roster did with the floor, and what operators and approvers answered. */
public sealed interface HumanEvents extends Event {

    /**
     * @param act {@code take_over} or {@code give_back}
     * @param role the role of the access key that was used; absent, like the key, where the program acted
     * @param key identifies the access key without revealing it
     */
    @Kind(
            value = "human.acted",
            means = "A human of the roster took over the floor or gave it back.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record HumanActed(
            String human,
            String act,
            @Nullable String role,
            @Nullable String key) implements HumanEvents {}

    /**
     * @param act {@code take_over}, {@code say} or {@code give_back}
     * @param role the role of the access key that was used; absent, like the key, where the program acted
     * @param key identifies the access key without revealing it
     */
    @Kind(
            value = "human.refused",
            means = "A request of a human for the floor was refused.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record HumanRefused(
            String human,
            String act,
            @Nullable String role,
            @Nullable String key) implements HumanEvents {}

    /**
     * @param role the role of the access key that was used; absent, like the key, where the program acted
     * @param key identifies the access key without revealing it
     */
    @Kind(
            value = "human.words",
            means = "The human who has the floor said something.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record HumanSpoke(
            String human,
            String piiText,
            @Nullable String role,
            @Nullable String key) implements HumanEvents {}

    /**
     * @param by always {@code operator}
     * @param operator the role and the access key of the operator
     */
    @Kind(
            value = "operator.answered",
            means = "An operator answered the question about a tool call.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record OperatorAnswerGiven(String callId, boolean yes, String by, OperatorIdentity operator)
            implements HumanEvents {}

    /**
     * The role and the access key by which an operator acts.
     *
     * @param key identifies the access key without revealing it
     */
    record OperatorIdentity(String role, String key) {}

    /** @param by always {@code approver} */
    @Kind(
            value = "approver.answered",
            means = "The approver of the program answered the question about a tool call.",
            lane = Lane.CONTROL,
            visibility = Visibility.INTERNAL)
    record ApproverAnswerGiven(String callId, boolean yes, String by) implements HumanEvents {}
}
