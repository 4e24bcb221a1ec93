/**
 * The tool room: one tool call from the model's wish to its one result (rulings B17, E4, E10, E11, X6, X9).
 *
 * <p>What enters is a request: its target is the call id, its actor who asks for the step, its {@code at} the only clock.
 * There are ten actions. Numbers that are 0, and texts that are empty, may be absent.
 *
 * <ul>
 *   <li>{@code call {tool, arguments, epoch, turn, sources?}}: an agent wants it. A number in the arguments that does not
 *       survive canonical form makes the call malformed. {@code sources} names what the prompt held from outside the house
 *       beside the results of tools.
 *   <li>{@code permit {terms, mode, discloses?, reason?}}: the policy lets it run without asking. {@code mode} is the
 *       company in force, as one text that changes whenever the company does.
 *   <li>{@code ask {terms, mode, reason?}}: a person is asked; again, if the company has changed since.
 *   <li>{@code approve} and {@code reject {standing, arguments_sha256, question, mode}}: the person's answer. The question
 *       is a digest over conversation, call, tool, arguments, company and time, so an answer fits one question only.
 *   <li>{@code reject {reason}}: the policy denies it; {@code reject {status: sandbox_violation, reason}}: the sandbox does.
 *   <li>{@code expire}: nobody answered in time.
 *   <li>{@code admit}: the sandbox lets it pass.
 *   <li>{@code dispatch {permit, arguments_sha256, epoch, mode}}: the permit is spent. If epoch or company are no longer
 *       those of the permit, or it has expired, the call ends as denied.
 *   <li>{@code result {status, content_sha256?, reason?, seen_in?}}: success, error or sandbox_violation as the tool
 *       reports it, {@code timeout} at the deadline, {@code unknown} after a lost process. {@code seen_in} is the turn whose
 *       model is told, if it is not the turn of the call.
 *   <li>{@code cancel {reason}}: nobody wants it any more.
 * </ul>
 *
 * <p>Verdicts leave, with effects; the facts {@code tool.dispatched} and {@code tool.result} are the driver's to write.
 * Pure, on the caller's thread. It may never happen that a call settles twice, that a tool runs without its permit, or that
 * anything a tool or a model said counts as an approval.
 */
@NullMarked
package dev.parley.kernel.tool;

import org.jspecify.annotations.NullMarked;
