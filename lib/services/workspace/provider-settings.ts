import { AppError } from "@/lib/core/errors";

/** A provider of sign-ins by OpenID Connect, as the environment names it. */
export interface ProviderSettings {
  /** As the provider calls itself: it stands in every identity. */
  issuer: string;
  clientId: string;
  /** Null for a public client, which has none. */
  clientSecret: string | null;
  /** What people know it by. */
  name: string;
}

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/; // wardroom.localhost, 127.0.0.1
const LONGEST_NAME = 40;

/**
 * Reads what the environment says of a provider; null where it names none. Throws `invalid_input` with the variable's name, and for
 * a server that browsers reach over plain HTTP from other machines: whoever listens there could sign in instead.
 */
export function readProvider(
  env: Record<string, string | undefined>,
  { publicOrigin, host }: { publicOrigin: string | null; host: string },
): ProviderSettings | null {
  const [issuer = "", clientId = "", clientSecret = "", name = ""] = [
    "ISSUER",
    "CLIENT_ID",
    "CLIENT_SECRET",
    "NAME",
  ].map((each) => env[`WARDROOM_OIDC_${each}`]);
  if (issuer === "") {
    if (clientId + clientSecret + name === "") return null;
    throw wrong(
      "ISSUER",
      "It is not set, but other settings of the provider are.",
      "Set it, as in https://id.example.org.",
    );
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (url === null || url.search + url.hash + url.username !== "" || !isSafe(url)) {
    throw wrong(
      "ISSUER",
      `"${issuer}" is not the address of a provider.`,
      "Write it as the provider gives it, beginning with https://, without /.well-known/openid-configuration.",
    );
  }
  if (clientId === "") {
    throw wrong("CLIENT_ID", "It is not set.", "Register Wardroom at the provider, and give the id it got there.");
  }
  if (name.trim().length > LONGEST_NAME) {
    throw wrong("NAME", "It is too long for a button.", `Write at most ${LONGEST_NAME} characters.`);
  }
  if (!isSafe(new URL(publicOrigin ?? `http://${host.includes(":") ? `[${host}]` : host}`))) {
    throw wrong(
      "ISSUER",
      "Browsers come back from the provider to an address that is not encrypted.",
      "Set WARDROOM_ORIGIN to the https:// address that browsers reach this server by, through a proxy.",
    );
  }
  return {
    issuer,
    clientId,
    clientSecret: clientSecret === "" ? null : clientSecret,
    name: name.trim() || url.hostname,
  };
}

/** Whether nobody can listen in on the way there. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
}

function wrong(variable: string, message: string, hint: string): AppError {
  return new AppError("invalid_input", `WARDROOM_OIDC_${variable}: ${message}`, { hint });
}
