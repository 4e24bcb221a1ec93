/** Runs fetched networks with onnxruntime, each on one thread, loaded when it is first asked. */
@NullMarked
package dev.parley.speech.onnx;

import org.jspecify.annotations.NullMarked;
