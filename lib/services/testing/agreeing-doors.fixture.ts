import { expect } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import type { AckMatrix } from "@/lib/contracts/context";
import type { Presence } from "@/lib/contracts/presence";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import type { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import type { SessionParams } from "@/lib/services/workspace/session-params";

/** Every view of a session says the same of who has confirmed its current version: matrix, list of versions, team. */
export async function viewsAgree({ services }: TestWardroom, params: SessionParams): Promise<AckMatrix> {
  const { context, presence } = services;
  const [matrix, versions, team] = [
    await context.matrix(OWNER, params),
    await context.list(OWNER, params),
    await presence.team(OWNER, params),
  ];
  const [newest] = versions.items;
  const { items: runs } = await services.runs.list(OWNER, params);
  for (const { role, confirmed, cells, endedAt } of matrix.roles) {
    const own = runs.filter((run) => run.role === role && run.name === null);
    const isVacant = own.length > 0 && !own.some(({ state, counts }) => counts && state !== "ended");
    expect(endedAt !== null, `whether nobody is at work as ${role}`).toBe(isVacant);
    const isCurrent = newest !== undefined && confirmed === newest.version;
    const present = team.roles.find((each) => each.role === role);
    const said = {
      cell: cells.at(-1)?.state === "confirmed",
      list: newest?.confirmedBy.includes(role) ?? false,
      team: present?.confirmed ?? null,
    };
    expect(said, `what ${role} has confirmed`).toEqual({ cell: isCurrent, list: isCurrent, team: confirmed });
  }
  return matrix;
}

/** So do a gate and the command. */
export async function doorsAgree(wardroom: TestWardroom, params: SessionParams, isOpen: boolean): Promise<void> {
  const matrix = await viewsAgree(wardroom, params);
  const { gates } = wardroom.services;
  const behind = matrix.roles.filter(({ behind }) => behind > 0).map(({ role }) => role);
  if (!isOpen) {
    const { id, blockers } = await gates.open(OWNER, params, { phase: 1 }, PLAIN_REQUEST);
    const named = blockers.filter(({ message }) => /has confirmed [^;]+; the current one is/.test(message));
    expect(named.map(({ role }) => role)).toEqual(behind);
    await gates.abandon(OWNER, { ...params, gate: id }, PLAIN_REQUEST);
  }
  serve(wardroom);
  const rows = ({ roles }: Pick<AckMatrix, "roles"> | Presence) =>
    roles.flatMap(({ role, confirmed, behind }) => (role === "Lead" ? [] : [{ role, confirmed, behind }]));
  const at = ["-s", params.session, "--json"];
  for (const command of [["context", "status"], ["team"]]) {
    const { out, err } = await wardroomCli(wardroom, [...command, ...at]);
    expect(err).toBe("");
    expect(rows(JSON.parse(out) as AckMatrix), command.join(" ")).toEqual(rows(matrix));
  }
}
