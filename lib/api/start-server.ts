import { AppError } from "@/lib/core/errors";
import { runtime } from "@/lib/runtime";

/** Opens the runtime, begins to watch, and prints the address with a code that lets one browser in. Ends the process with a sentence when that cannot be done. */
export async function startServer(): Promise<void> {
  try {
    const { services, configuration, watch, announce } = await runtime();
    await watch((error) => console.error("watching", error));
    const { host, port } = configuration;
    const shown = host.includes(":") ? `[${host}]` : host === "0.0.0.0" ? "127.0.0.1" : host;
    const url = `http://${shown}:${port}`;
    const before = await announce(url);
    console.log(`Wardroom is ready. Open ${url}/login?code=${services.authentication.createLoginCode()}`);
    if (before !== null && (await isWell(before))) {
      console.log(
        `Another Wardroom serves the same data folder at ${before}. Nothing is lost by that, but the command finds only this one, and none once it stops: better stop one of the two.`,
      );
    }
  } catch (error) {
    // Next would go on and answer every request with a failure: nothing is better than that.
    console.error(error instanceof AppError ? `${error.message} ${error.details.hint ?? ""}`.trim() : error);
    process.exit(1);
  }
}

/** Whether a server answers there: the number of a dead one's process may be another program's by now. */
async function isWell(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`, { signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.ok,
    () => false,
  );
}
