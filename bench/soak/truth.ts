import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { openAddress } from "@/lib/soak/open-address.fixture";
import { OWNER_TOKEN, placesIn, PROJECT } from "@/lib/soak/places.fixture";
import { sendOver } from "@/lib/soak/send.fixture";
import { Truth } from "@/lib/soak/truth.fixture";
import { signInFor } from "../../e2e/sign-in.mjs";
import { startMeasured } from "./measured-server";
import type { Part } from "./part";

/** So many acts lie between two comparisons. */
const EVERY = 100;

const run = promisify(execFile);

/** A team works at random, over REST and in an editor. Every door and every page gives the same numbers of what comes of it. */
export const truth: Part = {
  name: "truth",
  counts: "acts",
  count: 10_000,
  plants: ["miscounting"],
  run: async ({ count, random, folder, stalls, progress, plant }) => {
    const { files, data } = placesIn(folder);
    mkdirSync(files);
    const { server } = await startMeasured(folder);
    const cookie = await signInFor(server);
    const headers = { cookie, host: new URL(server.origin).host };
    const env = { ...process.env, WARDROOM_DATA: data, WARDROOM_TOKEN: OWNER_TOKEN };
    const command = async (words: string[]) => {
      const { stdout } = await run(process.execPath, [path.join(PROJECT, "scripts/wardroom.mjs"), ...words], {
        cwd: files,
        env,
      });
      return stdout;
    };
    let shown = 0;
    const page = async (address: string) => {
      const { status, body } = await openAddress(server.url, address, headers);
      if (status !== 200) throw new Error(`${address}: ${status}`);
      shown++;
      const html = String(body);
      return plant === "miscounting"
        ? html.replace(/(\d+)(<!-- -->)? open /, (_, open) => `${Number(open) + 1} open `)
        : html;
    };
    const team = new Truth({ send: stalls.timed(sendOver(server.url, OWNER_TOKEN)), command, page }, random, files);
    await team.prepare();
    const faults: string[] = [];
    let looks = 0;
    for (let act = 1; act <= count; act++) {
      await team.act();
      if (act % EVERY !== 0 && act !== count) continue;
      const found = await team.compare();
      // A run of hours tells what it finds when it finds it.
      for (const fault of found.slice(0, 5)) console.log(`after ${act} acts: ${fault}`);
      faults.push(...found);
      looks++;
      progress(act);
    }
    faults.push(...(await team.compareHistory()));
    await server.stop();
    const did = `${count} acts, ${looks} looks at REST, MCP, the command and ${shown} pages: ${team.compared} numbers compared`;
    return { did: `${did}; ${team.curated} open items seen through curations`, faults };
  },
};
