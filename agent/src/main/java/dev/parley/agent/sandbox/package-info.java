/**
 * The sandbox: what tools may reach. Paths, addresses and commands enter as a model wrote them; admitted ones, or one
 * sentence saying why not, leave.
 *
 * <p>Judging is pure apart from looking at the file system; files are opened relative to directory handles and without
 * following links, so that nothing can change between the look and the use. Any thread. It may never happen that a path
 * outside the workspace is read, written or listed, that a command runs with less protection than was configured, or
 * that a secret of this process reaches a child.
 */
@NullMarked
package dev.parley.agent.sandbox;

import org.jspecify.annotations.NullMarked;
