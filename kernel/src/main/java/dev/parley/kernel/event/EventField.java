package dev.parley.kernel.event;

import org.jspecify.annotations.Nullable;

/**
 * One field of a kind's payload.
 *
 * @param name as it is persisted
 * @param isOptional whether some events of the kind do without it
 * @param about whose the value is: the field that holds that person's id, {@link Personal#ASKER} or
 *     {@link Personal#EVERYBODY}; null where it says nothing about a person
 * @param type the type in words
 * @param isFree whether its content is not described any further
 */
public record EventField(
        String name, boolean isOptional, @Nullable String about, String type, boolean isFree) {}
