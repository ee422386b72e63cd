import { TellTool } from "@/lib/contracts/session-tools";
import { MakeClaim } from "@/lib/contracts/presence";
import { AppError } from "@/lib/core/errors";
import { defineTool } from "@/lib/mcp/define-tool";

/** What teammates tell each other that is no memory. */
export const tellTool = defineTool({
  name: "tell",
  title: "Tell teammates how far you are",
  description:
    "Not memory. `state`: how far you are. `claim`: what you took on, so others leave it. `nudge`: a line `to` one role.",
  place: "session",
  effect: "writes",
  ...TellTool,
  run: async ({ services, caller, params }, { state, claim, to, nudge }) => {
    if ((to === undefined) !== (nudge === undefined) || (state ?? claim ?? nudge) === undefined) throw incomplete();
    if (state !== undefined) await services.presence.state(caller, params, { text: state });
    const claimed =
      claim === undefined ? null : await services.presence.claim(caller, params, MakeClaim.parse({ what: claim }));
    if (to !== undefined && nudge !== undefined)
      await services.presence.nudge(caller, params, { role: to, text: nudge });
    const others = claimed?.others.map(({ role, what, until }) => ({ role, what, until }));
    return { done: true as const, ...(others !== undefined && { others }) };
  },
});

function incomplete(): AppError {
  return new AppError("invalid_input", "What to tell is missing.", {
    hint: "Give `state`, `claim`, or `nudge` together with `to`.",
  });
}
