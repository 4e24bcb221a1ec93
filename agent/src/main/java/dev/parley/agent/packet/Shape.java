package dev.parley.agent.packet;

import tools.jackson.databind.JsonNode;

/**
 * A schema compiled to a plain yes or no. A yes is final; a no only means that the schema validator has to be asked, which
 * also finds the words for it.
 */
@FunctionalInterface
interface Shape {
    boolean fits(JsonNode value);
}
