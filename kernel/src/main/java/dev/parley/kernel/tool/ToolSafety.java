package dev.parley.kernel.tool;

/** What a tool does to the world. What nobody declared is MIXED, and MIXED is treated as WRITE (ruling C6). */
public enum ToolSafety {
    READ,
    WRITE,
    MIXED;

    public boolean changesTheWorld() {
        return this != READ;
    }
}
