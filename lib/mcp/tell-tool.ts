import { TellTool } from "@/lib/contracts/session-tools";
import { MakeClaim } from "@/lib/contracts/presence";
import { type Replied, ReplyTo } from "@/lib/contracts/questions";
import { AppError } from "@/lib/core/errors";
import { PLAIN_REQUEST } from "@/lib/services/workspace/change-request";
import { defineTool } from "@/lib/mcp/define-tool";

/** What teammates tell each other that is no memory. */
export const tellTool = defineTool({
  name: "tell",
  title: "Tell teammates how far you are",
  description:
    "`state`: how far you are. `claim`: what you took on. `nudge` or `ask` a role, `answer` an item: `to`. `same`: confirms an item.",
  place: "session",
  effect: "writes",
  ...TellTool,
  run: async ({ services, caller, params }, { state, claim, to, nudge, ask, answer, same }) => {
    const toOne = [nudge, ask, answer].filter((each) => each !== undefined).length;
    if (toOne > 1 || (to !== undefined) !== (toOne === 1) || (to ?? state ?? claim ?? same) === undefined)
      throw incomplete();
    if (state !== undefined) await services.presence.state(caller, params, { text: state });
    const claimed =
      claim === undefined ? null : await services.presence.claim(caller, params, MakeClaim.parse({ what: claim }));
    const confirmed =
      same === undefined ? null : await services.confirmations.same(caller, { ...params, item: same }, PLAIN_REQUEST);
    const question = to === undefined ? null : await sayTo(to);
    const replied =
      to === undefined || answer === undefined
        ? null
        : await services.replies.reply(caller, { ...params, item: to }, ReplyTo.parse({ text: answer }), PLAIN_REQUEST);
    const others = claimed?.others.map(({ role, what, until }) => ({ role, what, until }));
    return {
      done: true as const,
      ...(others !== undefined && { others }),
      ...(question !== null && { question }),
      ...replyOf(replied),
      ...(confirmed !== null && { alsoSeenBy: confirmed.alsoSeenBy }),
    };

    /** What goes to one role; the question, where it is one. */
    async function sayTo(to: string) {
      if (ask !== undefined) return services.questions.ask(caller, params, { role: to, text: ask }, PLAIN_REQUEST);
      if (nudge !== undefined) await services.presence.nudge(caller, params, { role: to, text: nudge });
      return null;
    }
  },
});

/** A question that was answered is told as one, any other reply as what was written. */
function replyOf(replied: Replied | null) {
  if (replied === null) return {};
  const { question, ...written } = replied;
  return question === undefined ? { replied: written } : { question };
}

function incomplete(): AppError {
  return new AppError("invalid_input", "What to tell is missing.", {
    hint: "Give `state`, `claim`, `same`, or `to` together with one of `nudge`, `ask` and `answer`.",
  });
}
