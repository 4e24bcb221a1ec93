/** Tests of the store of models. */
@NullMarked
package dev.parley.speech.models;

import org.jspecify.annotations.NullMarked;
