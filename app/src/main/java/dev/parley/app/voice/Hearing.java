package dev.parley.app.voice;

import dev.parley.speech.stt.Transcriber;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What is to be heard where somebody speaks.
 *
 * @param phrases understands what may be said, and nothing else
 * @param words those that people are likely to use, for whoever understands anything
 * @param stops whether words stop what is being said; they are understood here, whoever understands the rest
 */
public record Hearing(Transcriber phrases, Supplier<Set<String>> words, Predicate<String> stops) {}
