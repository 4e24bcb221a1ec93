package dev.parley.kernel;

/** An imperative that leaves a machine and is carried out only after its verdict is recorded. */
public interface Effect {}
