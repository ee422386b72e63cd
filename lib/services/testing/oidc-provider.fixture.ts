import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { Provider, type Configuration } from "oidc-provider";

const CLIENT_SECRET = "a secret that is told to nobody but the provider";

/** A real provider by OpenID Connect on a port of its own, that knows one client and takes everybody's word for who they are. */
export class TestProvider {
  readonly clientSecret = CLIENT_SECRET;

  private constructor(
    readonly issuer: string,
    readonly close: () => void,
  ) {}

  /** With one client, a public one where it has no secret, whose browsers come back to that origin. */
  static async open(origin: string, { isPublic = false }: { isPublic?: boolean } = {}): Promise<TestProvider> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const configuration: Configuration = {
      clients: [
        {
          client_id: "wardroom",
          redirect_uris: [`${origin}/login/return`],
          ...(isPublic ? { token_endpoint_auth_method: "none" } : { client_secret: CLIENT_SECRET }),
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" }] },
      cookies: { keys: ["a key of the tests"] },
      claims: { openid: ["sub"], email: ["email"], profile: ["name"] },
      // In the identity token too, as the large providers do.
      conformIdTokenClaims: false,
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ sub: accountId, email: `${accountId}@example.org`, name: accountId }),
      }),
    };
    const provider = new Provider(issuer, configuration);
    const answer = provider.callback();
    server.on("request", (incoming, outgoing) => void answer(incoming, outgoing));
    return new TestProvider(issuer, () => server.close().closeAllConnections());
  }

  /** What a server is told of it. */
  get environment(): Record<string, string> {
    return {
      WARDROOM_OIDC_ISSUER: this.issuer,
      WARDROOM_OIDC_CLIENT_ID: "wardroom",
      WARDROOM_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      WARDROOM_OIDC_NAME: "Example ID",
    };
  }

  /** Does what a person does in its pages, beginning at an address; answers where it sends the browser back to. */
  async visit(address: string, account: string | null): Promise<URL> {
    const jar = new Map<string, string>();
    let next = { url: new URL(address), form: undefined as Record<string, string> | undefined };
    while (next.url.origin === this.issuer) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer: Response = await fetch(next.url, {
        redirect: "manual",
        headers: { cookie },
        ...(next.form !== undefined && { method: "POST", body: new URLSearchParams(next.form) }),
      });
      for (const each of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
        jar.set(name, value);
      }
      const location = answer.headers.get("location");
      const page = await answer.text();
      if (location !== null) next = { url: new URL(location, next.url), form: undefined };
      else if (account === null) {
        const [, abort = ""] = /href="([^"]*\/abort)"/.exec(page) ?? [];
        next = { url: new URL(abort, next.url), form: undefined };
      } else {
        const [, action = ""] = /action="([^"]*)"/.exec(page) ?? [];
        const [, prompt = ""] = /name="prompt" value="([^"]*)"/.exec(page) ?? [];
        if (action === "") throw new Error(`no form at ${next.url.href}: ${answer.status} ${page.slice(0, 500)}`);
        next = { url: new URL(action, next.url), form: { prompt, login: account, password: "x" } };
      }
    }
    return next.url;
  }
}
