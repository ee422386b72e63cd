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
    await announce(url);
    console.log(`Wardroom is ready. Open ${url}/login?code=${services.authentication.createLoginCode()}`);
  } catch (error) {
    // Next would go on and answer every request with a failure: nothing is better than that.
    console.error(error instanceof AppError ? `${error.message} ${error.details.hint ?? ""}`.trim() : error);
    process.exit(1);
  }
}
