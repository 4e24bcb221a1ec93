package dev.parley.pipeline.yaml;

/** Where something stands in a document, so that a later check can still point at it. */
public record Place(String file, int line, String path) {
    /** A mistake at this place. */
    public BadYaml bad(String reason) {
        return new BadYaml(file, line, path, reason);
    }
}
