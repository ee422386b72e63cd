import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { openAddress } from "@/lib/soak/open-address.fixture";
import { drawAddress, wrongWithPage } from "@/lib/soak/pages.fixture";
import { OWNER_TOKEN, placesIn } from "@/lib/soak/places.fixture";
import { Random } from "@/lib/soak/random.fixture";
import { furnish, Scene } from "@/lib/soak/scene.fixture";
import { sendOver } from "@/lib/soak/send.fixture";
import { signInFor } from "./sign-in.mjs";
import { startServer } from "../scripts/start-server.mjs";

/** Each kind of address comes up several times; `npm run soak` asks for many more. */
const ADDRESSES = 200;

test("every address, also one that cannot be, gets a page or a plain refusal", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "wardroom-addresses-"));
  const { files, data } = placesIn(folder);
  mkdirSync(files);
  furnish(files);
  const server = await startServer({ data, workspaces: { demo: files }, env: { WARDROOM_TOKEN: OWNER_TOKEN } });
  try {
    const random = new Random(7);
    const scene = new Scene(sendOver(server.url, OWNER_TOKEN), random);
    await scene.renew();
    const own = { host: new URL(server.origin).host, cookie: await signInFor(server) };
    const faults: string[] = [];
    for (let count = 0; count < ADDRESSES; count++) {
      const address = drawAddress(random, scene);
      const { status, body } = await openAddress(server.url, address, own);
      const wrong = wrongWithPage(status, String(body));
      if (wrong !== null) faults.push(`${address}: ${wrong}`);
    }
    expect(faults).toEqual([]);
    expect(server.output()).not.toMatch(/\n {4}at /);
  } finally {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
