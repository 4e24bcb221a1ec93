/**
 * The catalogue of events. Every kind of event is one record, and what holds for the kind (its persisted name, lane,
 * visibility, write class and personal fields) is declared on the record. Records enter, payloads leave, and the other way
 * round. Nothing here keeps state, so every thread may call it. A kind is written as a string nowhere else.
 */
@NullMarked
package dev.parley.kernel.event;

import org.jspecify.annotations.NullMarked;
