package dev.parley.session;

/** What is never lost on its way to a conversation, in the order in which it is done. */
enum Command {
    KEPT,
    LOST,
    ROTATE,
    OVERRIDE,
    FORGET,
    SURRENDER,
    END,
    DRAIN,
    RENEW,
    END_LATER,
    LEAVE
}
