package dev.parley.runelog;

/**
 * Something that an operator accepted as it is, and that is signed since.
 *
 * @param what a {@code base} that the conversation begins after, a {@code gap} of given up events, {@code runes} that no
 *     head accounted for, the {@code order} of the frames in a journal file, whose number is given, or a finding about lists
 *     and keys by its name
 */
public record Adopted(String conversation, String what, long from, long to) {}
