import { AppError } from "@/lib/core/errors";

/**
 * The address of a server in a variable, as browsers write an origin; null where there is none.
 * Throws `invalid_input` for what is no origin.
 */
export function readOrigin(variable: string, value: string): string | null {
  if (value === "") return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && [url.origin, `${url.origin}/`].includes(url.href);
  if (isOrigin && !url.hostname.includes("*")) return url.origin;
  throw new AppError("invalid_input", `${variable}: "${value}" is not the address of a server.`, {
    hint: "Write scheme and name, with the port where it is not the usual one and nothing after it: https://wardroom.example.org.",
  });
}
