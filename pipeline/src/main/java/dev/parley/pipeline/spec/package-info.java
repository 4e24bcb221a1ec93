/**
 * The specification of a pipeline: YAML enters, and a specification in which every value is explicit leaves.
 *
 * <p>Pure, on any thread. A specification may never be half accepted: the first mistake ends the reading, with its file,
 * line and path.
 */
@NullMarked
package dev.parley.pipeline.spec;

import org.jspecify.annotations.NullMarked;
