import { mkdirSync } from "node:fs";
import { fault } from "@/lib/soak/fault.fixture";
import { openAddress } from "@/lib/soak/open-address.fixture";
import { drawAddress, wrongWithPage } from "@/lib/soak/pages.fixture";
import { OWNER_TOKEN, placesIn } from "@/lib/soak/places.fixture";
import { furnish, Scene } from "@/lib/soak/scene.fixture";
import { sendOver } from "@/lib/soak/send.fixture";
import { signInFor } from "../../e2e/sign-in.mjs";
import { startMeasured } from "./measured-server";
import type { Part } from "./part";

const AT_ONCE = 4;

/** Addresses of pages with ids that are there, that are not, and that cannot be. */
export const pages: Part = {
  name: "pages",
  counts: "addresses",
  count: 10_000,
  plants: ["failing"],
  run: async ({ count, random, folder, stalls, progress, plant }) => {
    mkdirSync(placesIn(folder).files);
    furnish(placesIn(folder).files);
    const { server } = await startMeasured(folder);
    const api = sendOver(server.url, OWNER_TOKEN);
    const scene = new Scene(api, random);
    await scene.renew();
    const cookie = await signInFor(server);
    const own = { host: new URL(server.origin).host };
    const get = stalls.timed((_, address, said) => openAddress(server.url, address, { ...own, ...said?.headers }));
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    let left = count;
    const visitors = Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const address = drawAddress(random, scene);
        const headers: Record<string, string> = random.chance(0.9) ? { cookie } : {};
        const reply = await get("GET", address, { headers }).catch((error: unknown) => String(error));
        if (typeof reply === "string") {
          faults.push(fault(`no answer came: ${reply}`, address));
          continue;
        }
        const status = plant === "failing" && left === 0 ? 500 : reply.status;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const wrong = wrongWithPage(status, String(reply.body));
        if (wrong !== null) faults.push(fault(wrong, address));
        if (left % 100 === 0) progress(count - left);
      }
    });
    await Promise.all(visitors);
    await server.stop();
    const seen = [...statuses].sort().map(([status, times]) => `${times} × ${status}`);
    return { did: `${count} addresses: ${seen.join(", ")}`, faults };
  },
};
