import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { serveAssets } from "@/lib/api/assets";
import type { Answer } from "@/lib/api/dispatch";
import { SECURITY_HEADERS } from "@/lib/api/security-headers";

const HOST = "127.0.0.1:4100";
const SCRIPT = "console.log('한 줄');\n".repeat(50);

const folder = await mkdtemp(join(tmpdir(), "assets-"));
const built = join(folder, "static");
await mkdir(join(built, "chunks"), { recursive: true });
await writeFile(join(built, "chunks/a.js"), SCRIPT);
await writeFile(join(built, "chunks/a.js.br"), brotliCompressSync(SCRIPT));
await writeFile(join(built, "chunks/a.js.gz"), gzipSync(SCRIPT));
await writeFile(join(built, "letters.woff2"), "wOF2");
await writeFile(join(folder, "secret.js"), "secret");
const answer: Answer = serveAssets(built, () => ({ host: "127.0.0.1", port: 4100, publicOrigin: null }));
afterAll(() => rm(folder, { recursive: true, force: true }));

const ask = (path: string, headers: Record<string, string> = {}) =>
  answer(new Request(`http://${HOST}/_next/static/${path}`, { headers: { host: HOST, ...headers } }));

describe("a file of the build", () => {
  it.each([
    ["br", "gzip, deflate, br, zstd", brotliCompressSync(SCRIPT)],
    ["gzip", "gzip, deflate", gzipSync(SCRIPT)],
    [null, "identity", Buffer.from(SCRIPT)],
  ])("comes as %s to who takes %s", async (encoding, takes, bytes) => {
    const response = await ask("chunks/a.js", { "accept-encoding": takes });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    if (encoding !== null) expect(response.headers.get("vary")).toBe("Accept-Encoding");
  });

  it("may be kept for ever, and says to browsers what every answer does", async () => {
    const response = await ask("letters.woff2");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("content-type")).toBe("font/woff2");
    expect(Object.fromEntries(response.headers)).toMatchObject(
      Object.fromEntries(Object.entries(SECURITY_HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
    );
  });
});

describe("refuses", () => {
  it("what is not there, and does not have it kept", async () => {
    for (const path of ["chunks/b.js", "chunks", "", "chunks/a.js/", "%"]) {
      const response = await ask(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get("cache-control")).toBeNull();
    }
  });

  it("what lies outside of the build", async () => {
    for (const path of [
      "../secret.js",
      "%2e%2e/secret.js",
      "..%2fsecret.js",
      "chunks/..%5c..%5csecret.js",
      "//secret.js",
    ]) {
      const response = await ask(path);
      expect([path, response.status]).toEqual([path, 404]);
    }
  });

  it("what is not meant for this server", async () => {
    const foreign = await ask("chunks/a.js", { host: "evil.example" });
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { code: "forbidden" }]);
    expect((await ask("chunks/a.js", { origin: "https://evil.example" })).status).toBe(403);
  });

  it("to change anything", async () => {
    const response = await answer(
      new Request(`http://${HOST}/_next/static/chunks/a.js`, { method: "DELETE", headers: { host: HOST } }),
    );
    expect(response.status).toBe(404);
  });
});
