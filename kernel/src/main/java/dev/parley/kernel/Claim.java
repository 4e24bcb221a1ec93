package dev.parley.kernel;

import dev.parley.kernel.rune.Hash;
import org.jspecify.annotations.Nullable;

/** Where a requester says its request belongs. Whoever rebuilds from a record makes one; a live request has none. */
record Claim(@Nullable StateId parent, @Nullable StateId otherParent, long order, Hash previous) {}
