import { expect, it } from "vitest";
import { runCli } from "@/lib/cli/run-cli";
import { surroundingsOf } from "@/lib/cli/testing/cli.fixture";
import type { Settings } from "@/lib/cli/surroundings";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();

/** What `wardroom serve` is told in a folder that is in no project, and what the server is told then. */
async function serve(argv: string[], settings: Partial<Settings>) {
  const output = { write: () => undefined, isTTY: false, columns: undefined };
  const told: Record<string, string>[] = [];
  const code = await runCli({
    ...surroundingsOf(wardroom, ["serve", ...argv], { cwd: "/" }, output, output),
    settings: () => ({ dataFolder: wardroom.data, workspaces: [], recorded: [], ...settings }),
    serve: (variables) => {
      told.push(variables);
      return Promise.resolve();
    },
  });
  return { code, told };
}

it("serves what is configured, in folders or in the history, from wherever it is started", async () => {
  const folder = { name: "demo", folder: wardroom.files };
  for (const settings of [
    { workspaces: [folder] },
    { recorded: ["shop"] },
    { workspaces: [folder], recorded: ["shop"] },
  ])
    expect(await serve([], settings)).toEqual({ code: 0, told: [{}] });
});

it("serves the one that was chosen, also of several in the history", async () => {
  const recorded = ["shop", "portal"];
  expect((await serve(["--workspace", "portal"], { recorded })).told).toEqual([{ WARDROOM_WORKSPACES: "portal" }]);
});

it("asks where to serve from where nothing is configured and the folder is in no project", async () => {
  expect(await serve([], {})).toEqual({ code: 4, told: [] });
  expect(await serve(["--example", "--port", "4200"], {})).toEqual({
    code: 0,
    told: [{ PORT: "4200", WARDROOM_WORKSPACES: "" }],
  });
});

it("tells the server where browsers reach it, and which proxies stand between", async () => {
  const words = ["--example", "--origin", "https://wardroom.example.org", "--proxies", "127.0.0.1,10.0.0.0/8"];
  expect((await serve(words, {})).told).toEqual([
    {
      WARDROOM_ORIGIN: "https://wardroom.example.org",
      WARDROOM_PROXIES: "127.0.0.1,10.0.0.0/8",
      WARDROOM_WORKSPACES: "",
    },
  ]);
});
