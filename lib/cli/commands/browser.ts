import type { Command } from "commander";
import { api } from "@/lib/client/paths";
import { BrowserList } from "@/lib/contracts/browsers";
import { Done } from "@/lib/contracts/primitives";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";

/** `wardroom browser`: who is signed in to the dashboard. */
export function addBrowserCommands(program: Command, cli: Cli): void {
  const group = program.command("browser").description("browsers that are signed in: list, end");

  const list = group.command("list").description("the owner's browsers and those of the workspace's viewers");
  addExamples(list, ["wardroom browser list", "wardroom browser list --json"]);
  list.action(async () => {
    const { paint } = cli;
    cli.show(await cli.askAll(BrowserList, api.browsers), ({ items }) =>
      items.length === 0
        ? "No browser is signed in.\n"
        : cli.table(items, [
            { title: "BROWSER", value: ({ id }) => id, style: paint.name },
            { title: "WHO", value: ({ kind, label }) => plainLine(label === null ? kind : `${kind} ${label}`) },
            { title: "FROM", value: ({ address }) => plainLine(address ?? "-") },
            { title: "SIGNED IN", value: ({ createdAt }) => shortTime(createdAt), style: paint.faint },
            { title: "LAST USED", value: ({ lastUsedAt }) => shortTime(lastUsedAt), style: paint.faint },
            { title: "PROGRAM", value: ({ userAgent }) => plainLine(userAgent ?? "-"), shrinks: true },
          ]),
    );
  });

  const end = group.command("end").argument("<browser>", "its id").description("sign a browser out at once");
  addExamples(end, ["wardroom browser end 5b0f7c2d9e14a683"]);
  end.action(async (browser: string) => {
    const path = (workspace: string) => `${api.browsers(workspace)}/${encodeURIComponent(browser)}`;
    cli.show(await cli.ask(Done, path, { method: "DELETE" }), () => `${cli.paint.good("Signed out")} ${browser}.\n`);
  });
}
