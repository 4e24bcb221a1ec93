package dev.parley.transport.realtime;

import dev.parley.kernel.json.Json;
import dev.parley.session.settings.Settings;

/**
 * What a client has agreed on before its session begins.
 *
 * @param update what of it was read, as an update of the session
 * @param session what would hold in a session that begins with it
 */
public record Agreement(Json.Obj update, Json.Obj session) {
    /**
     * The agreement on this update.
     *
     * @throws IllegalArgumentException with a sentence for whoever wrote it
     */
    public static Agreement on(Json.Obj update, boolean speaks) {
        long silenceMs = Settings.DEFAULTS.hearing().vadSilenceMs();
        try {
            Json.Obj session = SessionConfig.initial("", "", silenceMs, speaks)
                    .merged(update, silenceMs, speaks)
                    .json();
            return new Agreement(SessionConfig.read(update, session), session);
        } catch (BadEvent e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
