import { writeFileSync } from "node:fs";
import path from "node:path";
import { prepareIn } from "@/lib/soak/recorded-life.fixture";
import { attackWithSwaps, prepareForSwaps } from "@/lib/soak/swaps.fixture";
import { startBare } from "./bare-server";
import type { Part } from "./part";

/** Folders and files of a workspace turn into links to elsewhere, and back, while agents write. Nothing elsewhere may change. */
export const swaps: Part = {
  name: "swaps",
  counts: "swaps",
  count: 200_000,
  plants: ["escape"],
  run: async ({ count, random, folder, stalls, plant }) => {
    await prepareIn(folder);
    prepareForSwaps(folder);
    const server = await startBare(folder);
    const send = stalls.timed(await server.go());
    const tamper = (canary: string) => writeFileSync(path.join(canary, "empty/TEAM-MEMORY.md"), "");
    const { done, refused, faults } = await attackWithSwaps(send, folder, {
      count,
      random,
      ...(plant === "escape" ? { tamper } : {}),
    });
    // It says which file it could not look at; that is what the attack is about.
    const complaints = (await server.kill())
      .split(/^watching /m)
      .filter((each) => each !== "" && !each.startsWith("AppError"));
    faults.push(...complaints.map((complaint) => `the server complained: ${complaint}`));
    return { did: `${count} swaps, ${done} changes made and ${refused} refused meanwhile`, faults };
  },
};
