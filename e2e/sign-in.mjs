import { request } from "node:http";

/**
 * The cookie of a browser that is signed in as the owner, in the form that Playwright takes.
 * @param {{url: string, origin: string, token: string}} server
 */
export async function signedInCookie(server) {
  const [name = "", value = ""] = (await signInFor(server)).split("=");
  return { name, value, url: server.origin, httpOnly: true, sameSite: /** @type {const} */ ("Strict") };
}

/**
 * Signs a browser in with the owner's token, and answers its `Cookie` header. The browser's own name for the server is one
 * that programs may not resolve: it is said in the request instead.
 * @param {{url: string, origin: string, token: string}} server
 * @returns {Promise<string>}
 */
export async function signInFor({ url, origin, token }) {
  const headers = { host: new URL(origin).host, "content-type": "application/json" };
  /** @type {import("node:http").IncomingMessage} */
  const response = await new Promise((resolve, reject) => {
    request(`${url}/api/login`, { method: "POST", headers }, resolve)
      .on("error", reject)
      .end(JSON.stringify({ code: token }));
  });
  response.resume();
  const [cookie] = response.headers["set-cookie"]?.[0]?.split(";") ?? [];
  if (cookie === undefined) throw new Error(`Not signed in: ${response.statusCode}`);
  return cookie;
}
