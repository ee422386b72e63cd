import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { z } from "zod";
import { expect, test } from "./test";

test.use({ signedIn: false });

const FOLDER = path.join(import.meta.dirname, "../public");

interface Answer {
  status: number;
  type: string;
  body: Buffer;
}

/** Asks without a cookie or token, under a name that this machine need not resolve. */
function get(url: string, host: string, address: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(new URL(address, url), { headers: { host } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, type: headers["content-type"] ?? "", body: Buffer.concat(parts) });
      });
    })
      .on("error", reject)
      .end();
  });
}

test("serves every public file itself, under either name, to somebody who is not signed in", async ({ server }) => {
  const files = readdirSync(FOLDER);
  expect(files).toEqual(expect.arrayContaining(["icon.svg", "llms.txt", "manifest.webmanifest", "robots.txt"]));
  for (const { host } of [new URL(server.url), new URL(server.origin)]) {
    for (const file of files) {
      const { status, type, body } = await get(server.url, host, `/${file}`);
      expect({ file, host, status }).toEqual({ file, host, status: 200 });
      expect(type).not.toContain("text/html");
      expect(body.equals(readFileSync(path.join(FOLDER, file))), file).toBe(true);
    }
  }
  expect((await get(server.url, "evil.example", "/robots.txt")).status).toBe(403);
});

const Manifest = z.object({ start_url: z.string(), icons: z.array(z.object({ src: z.string(), sizes: z.string() })) });

test("names in the page, the manifest and llms.txt only what is there", async ({ server }) => {
  const { host } = new URL(server.origin);
  const page = String((await get(server.url, host, "/login")).body);
  const linked = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]* href="([^"]+)"/g)].map(
    ([, href]) => href,
  );
  expect(linked.length).toBeGreaterThanOrEqual(4);
  expect(page).toContain(`content="${server.origin}/social.png"`);

  const manifest = Manifest.parse(JSON.parse(String((await get(server.url, host, "/manifest.webmanifest")).body)));
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  for (const address of [...linked, ...manifest.icons.map(({ src }) => src)]) {
    expect({ address, status: (await get(server.url, host, address ?? "")).status }).toEqual({ address, status: 200 });
  }

  const told = [...String((await get(server.url, host, "/llms.txt")).body).matchAll(/\]\((\/[^)]+)\)/g)].map(
    ([, link]) => link,
  );
  expect(told).toContain("/api/mcp");
  for (const address of told) {
    // Without a credential most refuse, and a page leads to the sign-in: none of them may be missing.
    const { status } = await get(server.url, host, address ?? "");
    expect({ address, known: [200, 307, 401, 405].includes(status) }).toEqual({ address, known: true });
  }
});
