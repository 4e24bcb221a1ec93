package dev.parley.session.port;

import dev.parley.kernel.tool.Approver;

/** What the conversation knows about the people in it. */
public interface People {
    /** Who answers a request for approval, as the house knows them; never as they say themselves. */
    Approver approver(String person);
}
