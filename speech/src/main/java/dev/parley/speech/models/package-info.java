/**
 * Optional models of speech: which there are, where they come from, and a folder that holds those that were fetched. What is in the
 * folder is used only if its checksum is the one that is written here.
 */
@NullMarked
package dev.parley.speech.models;

import org.jspecify.annotations.NullMarked;
