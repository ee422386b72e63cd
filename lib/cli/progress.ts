import type { Output } from "@/lib/cli/surroundings";

/** Work that ends sooner needs no word. */
const SILENCE_MS = 400;

/** Says on a terminal's last line what takes long and for how long already; nothing where nobody looks. */
export async function showProgress<T>(output: Output, what: string, work: () => Promise<T>): Promise<T> {
  if (!output.isTTY) return work();
  const began = performance.now();
  const line = { shown: false };
  const timer = setInterval(() => {
    const passed = performance.now() - began;
    if (passed < SILENCE_MS) return;
    line.shown = true;
    output.write(`\r\u001b[K${what} … ${(passed / 1000).toFixed(0)} s`);
  }, 200);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (line.shown) output.write("\r\u001b[K");
  }
}
