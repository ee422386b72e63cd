import { EncryptJWT, jwtDecrypt } from "jose";
import { AppError } from "@/lib/core/errors";
import { findCredential, findIdentities, type KnownCredential } from "@/lib/db/credentials";
import type { Queries } from "@/lib/db/database";
import { assertLink, invalid, letInToEach, type LetIn, type SigningIn } from "@/lib/services/access/let-in";
import type { LoginAttempts } from "@/lib/services/access/login-attempts";
import type { ProviderSettings } from "@/lib/services/workspace/provider-settings";
import type { ServiceContext } from "@/lib/services/workspace/service-context";
import type * as Client from "openid-client";

/** Who a provider says it is: the subject is the provider's own, and never used for somebody else. */
interface Identity {
  issuer: string;
  subject: string;
  /** What a person recognises the account by. It may change and be reused, so it decides nothing. */
  label: string;
}

/** What only the browser that began a sign-in may know until it comes back. */
interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

/** The path of the page that the provider sends browsers back to. */
const RETURN_PATH = "/login/return";

const TIMEOUT_SECONDS = 10;

/** What a provider says of itself is asked for anew after this long. Milliseconds. */
const KNOWN_FOR = 3_600_000;

/** Nobody is asked sooner again after a failure, however many want to sign in. Milliseconds. */
const FAILED_FOR = 2_000;

const LONGEST_LABEL = 200;

/** A provider by OpenID Connect: authorization code with PKCE, state and nonce, and a signature that is checked. */
class Provider {
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
function over(): AppError {
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

/** How long a sign-in may take, with what the provider asks of the person. Seconds. */
export const SIGN_IN_SECONDS = 600;

/** A sign-in under way, as its browser keeps it, sealed. */
interface UnderWay extends Begun {
  /** The link of the invitation that it was begun with. */
  invitation: string | null;
}

/** An invitation that was not used, for whoever holds its link. */
export interface Invitation {
  workspace: string;
  name: string;
}

/** A browser that a provider let in, and where it goes on: the workspace it was invited to, or null where it may choose. */
export type LetInByProvider = LetIn & { workspace: string | null };

/**
 * Signs people in by a provider. An account becomes a credential of the person whose invitation it was opened with, and lets that
 * person's browsers in from then on: to every workspace in which it is somebody's, in each as who it is there. What is under way is with the browser alone, sealed with the secret of the servers: whichever of
 * them it comes back to can go on.
 */
export function providerSignInService(
  context: ServiceContext,
  { settings, attempts }: { settings: ProviderSettings | null; attempts: LoginAttempts },
) {
  const { committer, tokens, clock, database, workspaces } = context;
  const provider = settings === null ? null : new Provider(settings, clock);
  const key = tokens.keyFor("sign-in under way");

  async function seal({ state, nonce, verifier, invitation }: UnderWay): Promise<string> {
    const now = Math.floor(clock().getTime() / 1000);
    return new EncryptJWT({ state, nonce, verifier, invitation })
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .setExpirationTime(now + SIGN_IN_SECONDS)
      .encrypt(key);
  }

  async function unseal(sealed: string | null): Promise<UnderWay> {
    if (sealed === null) throw over();
    const opened = await jwtDecrypt<UnderWay>(sealed, key, { currentDate: clock() }).catch(() => null);
    if (opened === null) throw over();
    return opened.payload;
  }

  /** The hashes that the account is known by, one for each workspace. */
  const hashesOf = ({ issuer, subject }: Identity) =>
    workspaces.map((workspace) => tokens.identityOf({ issuer, subject, workspace }));

  function required(): Provider {
    if (provider !== null) return provider;
    throw new AppError("not_found", "Nobody signs in with a provider here.", {
      hint: "Sign in with a link or a token. Whoever runs this Wardroom sets up a provider with WARDROOM_OIDC_ISSUER.",
    });
  }

  /** Whom the account stands for, in each workspace that is served. */
  async function whose(queries: Queries, identity: Identity) {
    return (await findIdentities(queries, hashesOf(identity))).flatMap((known) => entryOf(known) ?? []);
  }

  /** Lets the invited person's browser in, and makes the account theirs. */
  async function join(link: string, identity: Identity, from: SigningIn): Promise<LetInByProvider> {
    const invited = await findInvited(database.queries, link);
    const { workspaceId, person } = invited;
    const secretHash = tokens.identityOf({ ...identity, workspace: workspaceId });
    const id = context.newId();
    const { name } = person;
    return committer.act(
      {
        workspace: workspaceId,
        author: { actor: "Lead", actorKind: "person", source: "ui", person: { id: person.id, name } },
        alone: true,
      },
      async (draft) => {
        const row = await findCredential(draft.queries, invited.id);
        assertLink(row, draft.now);
        draft.effect({ type: "use-link", id: row.id });
        const [known] = await findIdentities(draft.queries, [secretHash]);
        if (known !== undefined && known.personId !== person.id) throw taken(known.person?.name ?? "somebody else");
        const who = { workspaceId, personId: person.id, expiresAt: null };
        if (known === undefined) {
          const { label } = identity;
          const credential = {
            id,
            ...who,
            issuer: identity.issuer,
            kind: "identity",
            sessionKey: null,
            role: null,
            label,
            createdBy: name,
            secretHash,
          };
          draft.effect({ type: "mint-token", credential });
          draft.event("person.linked", name, null, {
            id: person.id,
            provider: new URL(identity.issuer).host,
            by: row.id,
          });
        }
        const by = { id: known?.id ?? id, ...who, label: name, person };
        const others = (await whose(draft.queries, identity)).filter((each) => each.workspaceId !== workspaceId);
        const { effects, browser } = letInToEach(context, [by, ...others], from);
        for (const effect of [...notesOf([by, ...others], identity), ...effects]) draft.effect(effect);
        return { ...browser, workspace: workspaceId };
      },
    );
  }

  async function enter(identity: Identity, from: SigningIn): Promise<LetInByProvider> {
    return committer.act(
      { workspace: "", author: { actor: "Lead", actorKind: "person", source: "ui" }, alone: true },
      async (draft) => {
        const known = await whose(draft.queries, identity);
        if (known.length === 0)
          throw new AppError("unauthenticated", "Nobody here signs in with this account.", {
            hint: `Ask an owner for an invitation, open its link and choose there to sign in with ${required().name}.`,
          });
        const { effects, browser } = letInToEach(context, known, from);
        for (const effect of [...notesOf(known, identity), ...effects]) draft.effect(effect);
        return { ...browser, workspace: null };
      },
    );
  }

  async function findInvited(queries: Queries, link: string) {
    const id = tokens.viewerOf(link);
    const row = id === null ? null : await findCredential(queries, id);
    if (row?.kind !== "person") throw invalid();
    const { person, workspaceId } = row;
    if (person === null || workspaceId === null) throw invalid();
    return { ...row, person, workspaceId };
  }

  return {
    /** What people know the provider by; null where there is none. */
    name: provider?.name ?? null,

    /** Whose invitation a link is that still works, for the page that it opens; null for anything else. It is not used up. */
    async findInvitation(link: string): Promise<Invitation | null> {
      if (provider === null) return null;
      try {
        const invited = await findInvited(database.queries, link);
        assertLink(invited, clock());
        return { workspace: invited.workspaceId, name: invited.person.name };
      } catch (error) {
        if (error instanceof AppError) return null;
        throw error;
      }
    },

    /**
     * Begins a sign-in that comes back to `origin`, perhaps with the link of an invitation: where the browser is to go, and what it is to
     * keep until it is back. Throws `not_found` where there is no provider, and `busy` where it does not answer.
     */
    async begin(origin: string, invitation: string | null): Promise<{ address: string; sealed: string }> {
      const { address, ...begun } = await required().begin(origin);
      return { address, sealed: await seal({ ...begun, invitation }) };
    },

    /** Lets a browser in that came back, by what it kept and the query it came back with. Throws what keeps it out. */
    async finish(
      origin: string,
      back: { query: string; sealed: string | null },
      from: SigningIn,
    ): Promise<LetInByProvider> {
      const { invitation, ...begun } = await unseal(back.sealed);
      const address = from.address ?? "this process";
      const identity = await required()
        .finish(origin, back.query, begun)
        .catch(async (error: unknown) => {
          const isGuess = error instanceof AppError && error.code === "unauthenticated";
          throw isGuess ? await attempts.fail(address, error) : error;
        });
      return invitation === null ? enter(identity, from) : join(invitation, identity, from);
    },
  };
}

/** That an account was used to sign in, wherever it is somebody's. */
function notesOf(known: readonly { id: string }[], { issuer, label }: Identity) {
  return known.map(({ id }) => ({ type: "note-sign-in" as const, account: { id, issuer, label } }));
}

/** By what a browser comes in with an account that is somebody's; null where their access has ended. */
function entryOf({ workspaceId, person, ...known }: KnownCredential) {
  if (workspaceId === null || person?.endedAt !== null) return null;
  return { ...known, workspaceId, person, label: person.name };
}

function taken(name: string): AppError {
  return new AppError("conflict", `${name} signs in with this account already.`, {
    hint: "Choose another account at the provider, or ask an owner who you are here.",
  });
}
