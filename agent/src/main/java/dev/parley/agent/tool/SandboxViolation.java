package dev.parley.agent.tool;

/** A tool reached for something outside its sandbox. */
public final class SandboxViolation extends Exception {
    public SandboxViolation(String what) {
        super(what);
    }
}
