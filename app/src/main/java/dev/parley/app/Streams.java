package dev.parley.app;

import java.io.InputStream;
import java.io.PrintStream;

/** A command's standard streams: {@code out} is for programs, {@code err} for people. */
public record Streams(InputStream in, PrintStream out, PrintStream err) {}
