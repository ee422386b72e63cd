import type { Cli } from "@/lib/cli/cli";
import { plainLine } from "@/lib/cli/plain-text";
import { api } from "@/lib/client/paths";
import { InboxWaiting } from "@/lib/contracts/inbox";
import { Done } from "@/lib/contracts/primitives";
import { waitsLine } from "@/lib/core/inbox/render-inbox";

/**
 * After a command about a session, one line on standard error of what waits for whoever ran it, and the nudges it has. What
 * goes wrong with it is not told: the command itself is done.
 */
export async function noteWaiting(cli: Cli): Promise<void> {
  const { about } = cli;
  if (about === null || cli.flags.json === true || cli.running?.name() === "inbox") return;
  const { session, role } = about;
  const path = (workspace: string) => api.inbox({ workspace, session });
  const as = role === undefined ? {} : { role };
  try {
    const waiting = await cli.ask(InboxWaiting, (workspace) => `${path(workspace)}/waiting`, as);
    const { stderr } = cli.surroundings;
    for (const { from, text } of waiting.nudges)
      stderr.write(`${cli.paint.warn("nudge:")} ${from}: ${plainLine(text)}\n`);
    const line = waitsLine(waiting, `wardroom inbox${role === undefined ? "" : ` ${role}`}${cli.sessionWords}`);
    if (line !== null) stderr.write(`${cli.paint.faint(line)}\n`);
    const { mark } = waiting;
    if (mark !== null)
      await cli.ask(Done, (workspace) => `${path(workspace)}/seen`, { method: "POST", body: { mark }, ...as });
  } catch {
    // A viewer has no inbox, an older server no such address, and a session may just have gone to the trash.
  }
}
