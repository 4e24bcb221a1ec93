/**
 * Reading YAML so that every mistake has a place: text enters, and values that know their line and path leave.
 *
 * <p>Pure, on any thread. A document may never use anchors, tags or duplicate keys: what is written is what is read.
 */
@NullMarked
package dev.parley.pipeline.yaml;

import org.jspecify.annotations.NullMarked;
