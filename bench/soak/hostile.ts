import { mkdirSync } from "node:fs";
import { openApi } from "@/app/api/routes";
import { fault } from "@/lib/soak/fault.fixture";
import { putHostileFiles } from "@/lib/soak/hostile-files.fixture";
import { OWNER_TOKEN, placesIn } from "@/lib/soak/places.fixture";
import { startMeasured } from "./measured-server";
import type { Part } from "./part";

/** A start, and every list, may take so long on a machine that does nothing else. */
const LIMIT_MS = 5_000;

const BASE = "/api/v1/workspaces/{workspace}";

/** What has to be asked about something, and about what. */
const ASKED: Readonly<Record<string, string>> = { "/search": "?q=finding" };

/**
 * A workspace full of files that cost parsers more than their length, or stop them: the server starts on it, cold and again, and every
 * address that needs no more than the workspace's name answers, twice.
 */
export const hostile: Part = {
  name: "hostile",
  counts: "files",
  count: 1_000,
  plants: ["slow"],
  run: async ({ count, random, folder, progress, plant }) => {
    const { files, data } = placesIn(folder);
    mkdirSync(files);
    const put = await putHostileFiles(files, count, random);
    mkdirSync(data, { recursive: true });
    const faults: string[] = [];
    const said: string[] = [];
    const limit = plant === "slow" ? 1 : LIMIT_MS;
    const took = (what: string, milliseconds: number) => {
      if (milliseconds > limit) faults.push(fault("takes too long", `${what}: ${Math.round(milliseconds)} ms`));
    };
    for (const start of ["cold", "warm"]) {
      const began = performance.now();
      const { server } = await startMeasured(folder);
      const started = performance.now() - began;
      took(`${start} start`, started);
      const slowest = { path: "", took: 0 };
      for (const path of [...listAddresses(), ...listAddresses()]) {
        const before = performance.now();
        const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${OWNER_TOKEN}` } });
        const answer = await response.text();
        const milliseconds = performance.now() - before;
        if (milliseconds > slowest.took) Object.assign(slowest, { path, took: milliseconds });
        took(`${start} GET ${path}`, milliseconds);
        if (response.status >= 500) faults.push(fault(`${response.status}`, `GET ${path}: ${answer.slice(0, 200)}`));
        progress(put);
      }
      said.push(
        `${start}: started in ${Math.round(started)} ms, slowest ${slowest.path} ${Math.round(slowest.took)} ms`,
      );
      await server.stop();
    }
    return { did: `${put} files; ${said.join("; ")}`, faults };
  },
};

/** Every address of a workspace that takes no other name. */
function listAddresses(): string[] {
  return Object.entries(openApi().paths ?? {}).flatMap(([address, { get }]) => {
    const rest = address.slice(BASE.length);
    if (get === undefined || !address.startsWith(BASE) || rest.includes("{") || rest === "/events/stream") return [];
    return `/api/v1/workspaces/demo${rest}${ASKED[rest] ?? ""}`;
  });
}
