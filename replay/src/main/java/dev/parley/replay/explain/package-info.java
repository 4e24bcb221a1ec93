/**
 * Why a request was decided as it was, and what would have to change for the answer to be yes.
 *
 * <p>A registrar in the state before the request comes in; an explanation with the nearest change leaves. Nothing here
 * decides for anybody: every proposal is tried on a fork, and the registrar stays as it was.
 */
@NullMarked
package dev.parley.replay.explain;

import org.jspecify.annotations.NullMarked;
