package dev.parley.kernel.port;

/** Tells work that it is no longer wanted. Cancelling is idempotent and may come from any thread. */
public interface CancelToken {
    CancelToken NEVER = new CancelToken() {
        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void onCancel(Runnable action) {}
    };

    boolean isCancelled();

    /** Runs the action once when the token is cancelled, at once if it already is. */
    void onCancel(Runnable action);
}
