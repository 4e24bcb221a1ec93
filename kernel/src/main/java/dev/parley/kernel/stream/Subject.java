package dev.parley.kernel.stream;

import dev.parley.kernel.Registered;

/** What is registered in the room of streams. */
public sealed interface Subject extends Registered permits Stream, Session, UserOverrides {}
