const parent = process.ppid;

/**
 * Calls back when npm, which started us, is gone: it passes a signal to its shell alone, and the shell to nobody. Does
 * nothing when we were not started by npm.
 * @param {() => void} callback
 */
export function onOrphaned(callback) {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
}
