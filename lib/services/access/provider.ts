import type * as Client from "openid-client";
import { AppError } from "@/lib/core/errors";
import type { ProviderSettings } from "@/lib/services/workspace/provider-settings";

/** Who a provider says it is: the subject is the provider's own, and never used for somebody else. */
export interface Identity {
  issuer: string;
  subject: string;
  /** What a person recognises the account by. It may change and be reused, so it decides nothing. */
  label: string;
}

/** What only the browser that began a sign-in may know until it comes back. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

/** The path of the page that the provider sends browsers back to. */
export const RETURN_PATH = "/login/return";

const TIMEOUT_SECONDS = 10;
/** What a provider says of itself is asked for anew after this long. Milliseconds. */
const KNOWN_FOR = 3_600_000;
/** Nobody is asked sooner again after a failure, however many want to sign in. Milliseconds. */
const FAILED_FOR = 2_000;
const LONGEST_LABEL = 200;

/** A provider by OpenID Connect: authorization code with PKCE, state and nonce, and a signature that is checked. */
export class Provider {
  #known: { until: number; configuration: Promise<Client.Configuration> } | undefined;

  constructor(
    private readonly settings: ProviderSettings,
    private readonly clock: () => Date,
  ) {}

  get name(): string {
    return this.settings.name;
  }

  /** A new sign-in, with the provider's address that a browser is to be led to; it comes back to `origin`. */
  async begin(origin: string): Promise<Begun & { address: string }> {
    const client = await import("openid-client");
    const configuration = await this.#configuration();
    const begun = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: origin + RETURN_PATH,
      scope: "openid profile email",
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: "S256",
    });
    return { ...begun, address: address.href };
  }

  /**
   * Who came back with that query. Throws `forbidden` where the person or the provider refused, `unauthenticated` where the sign-in is
   * another one or over, and `busy` where the provider does not answer.
   */
  async finish(origin: string, query: string, { state, nonce, verifier }: Begun): Promise<Identity> {
    const client = await import("openid-client");
    const back = new URL(`${origin}${RETURN_PATH}?${query}`);
    if (back.searchParams.get("state") !== state) throw over();
    const configuration = await this.#configuration();
    try {
      const tokens = await client.authorizationCodeGrant(configuration, back, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (claims === undefined) throw this.#refused("no_id_token");
      return { issuer: claims.iss, subject: claims.sub, label: labelOf(claims) };
    } catch (error) {
      throw this.#explain(error, client);
    }
  }

  #configuration(): Promise<Client.Configuration> {
    const now = this.clock().getTime();
    if (this.#known !== undefined && now < this.#known.until) return this.#known.configuration;
    const known = { until: now + KNOWN_FOR, configuration: this.#discover() };
    known.configuration.catch(() => (known.until = this.clock().getTime() + FAILED_FOR));
    this.#known = known;
    return known.configuration;
  }

  async #discover(): Promise<Client.Configuration> {
    const client = await import("openid-client");
    const { issuer, clientId, clientSecret } = this.settings;
    const isLocal = issuer.startsWith("http:");
    try {
      return await client.discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
        },
      );
    } catch (error) {
      throw this.#explain(error, client);
    }
  }

  #explain(error: unknown, client: typeof Client): unknown {
    if (error instanceof AppError) return error;
    if (error instanceof client.AuthorizationResponseError) {
      return error.error === "access_denied" ? this.#denied() : this.#refused(error.error);
    }
    if (error instanceof client.ResponseBodyError) {
      return error.error === "invalid_grant" ? over() : this.#refused(error.error);
    }
    if (error instanceof client.WWWAuthenticateChallengeError) return this.#refused("invalid_client");
    const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
    // A query that no provider makes, or another one than ours.
    if (code === "OAUTH_INVALID_RESPONSE") return over();
    if (/^OAUTH_(?!TIMEOUT)/.test(code) && !isNoAnswer(error)) return this.#refused(code);
    if (error instanceof Error) return this.#away();
    return error;
  }

  /** The provider is there, and one of the two is set up wrongly; the reason is a word of the protocol, and no secret. */
  #refused(reason: string): AppError {
    const told = /^\w{1,60}$/.test(reason) ? reason : "unknown"; // invalid_client
    return new AppError("forbidden", `${this.name} and this server do not agree: ${told}.`, {
      hint: "Sign in anew. If it goes on, tell whoever runs this Wardroom this sentence: its settings or the provider's may be wrong.",
    });
  }

  #denied(): AppError {
    return new AppError("forbidden", `${this.name} did not let you sign in here, or you chose not to.`, {
      hint: "Sign in anew to choose again, or with another account.",
    });
  }

  #away(): AppError {
    return new AppError("busy", `${this.name} does not answer.`, {
      hint: "Try again in a moment. Links of invitations and tokens work meanwhile.",
    });
  }
}

/** The refusal of a sign-in that this browser did not begin, or that took too long. */
export function over(): AppError {
  return new AppError("unauthenticated", "This sign-in took too long, or was begun in another browser.", {
    hint: "Sign in anew, and finish in this browser.",
  });
}

/** Whether a response is none of the provider itself, such as that of a proxy before it. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Response && error.cause.status >= 500;
}

/** What an account is recognised by, on one line and without characters that cannot be seen. */
function labelOf(claims: Client.IDToken): string {
  const found = [claims["email"], claims["preferred_username"], claims["name"]].find(
    (each) => typeof each === "string" && each.trim() !== "",
  );
  return (typeof found === "string" ? found : claims.sub)
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, LONGEST_LABEL);
}
