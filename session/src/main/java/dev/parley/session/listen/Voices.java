package dev.parley.session.listen;

/** What a reply has to listen for before it begins or goes on. */
public interface Voices {
    /** Whether some voice can be heard at this moment, noise included. */
    boolean isAnyoneVoiced();

    /** Whether somebody has finished speaking and the words are not known yet. */
    boolean areWordsComing();
}
