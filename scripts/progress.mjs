/**
 * Says on one line what takes long, for how long already and how far it is, and answers what the work answers.
 * On a terminal the line lives; elsewhere it is written at the start and at the end.
 * @template T
 * @param {string} what Such as "Installing packages".
 * @param {(report: (detail: string) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function showProgress(what, work) {
  const started = performance.now();
  const live = process.stdout.isTTY;
  let detail = "";
  const elapsed = () => `${((performance.now() - started) / 1000).toFixed(live ? 0 : 1)} s`;
  const draw = () => process.stdout.write(`\r\x1b[K${what} … ${[detail, elapsed()].filter(Boolean).join(", ")}`);

  if (!live) process.stdout.write(`${what} …\n`);
  const timer = live ? setInterval(draw, 250) : undefined;
  try {
    const result = await work((text) => (detail = text));
    process.stdout.write(`${live ? "\r\x1b[K" : ""}${what}: done in ${elapsed()}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${live ? "\r\x1b[K" : ""}${what}: failed after ${elapsed()}\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
