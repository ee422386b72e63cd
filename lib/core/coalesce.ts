/**
 * Calls `act` at once, and once more when it was asked for meanwhile: after `act` and a `rest` that began with it are over. So whatever was
 * asked for is followed by an `act` that began after it.
 */
export function coalesce(act: () => Promise<unknown>, rest: () => Promise<unknown>): () => void {
  let running = false;
  let again = false;
  return function call() {
    if (running) {
      again = true;
      return;
    }
    running = true;
    void Promise.allSettled([act(), rest()]).then(() => {
      running = false;
      if (!again) return;
      again = false;
      call();
    });
  };
}
