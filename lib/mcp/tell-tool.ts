import { z } from "zod";
import { MakeClaim, SendNudge, SetState } from "@/lib/contracts/presence";
import { ItemId, RoleId } from "@/lib/contracts/primitives";
import { AnswerQuestion, AskQuestion, type Question, type Replied, ReplyTo } from "@/lib/contracts/questions";
import { ReportResult } from "@/lib/contracts/results";
import { SessionArguments } from "@/lib/contracts/tool-arguments";
import { AppError } from "@/lib/core/errors";
import { sayElsewhere } from "@/lib/core/places/claimed-place";
import { sayRelated } from "@/lib/core/search/related";
import { defineTool, partOf } from "@/lib/mcp/define-tool";

/** What teammates tell each other that is no memory. */
export const tellTool = defineTool({
  name: "tell",
  title: "Tell teammates how far you are",
  description: "`nudge` or `ask` a role, `answer` an item: `to`. `result`: `pass: npm test`.",
  place: "session",
  effect: "writes",
  input: z.strictObject({
    state: SetState.shape.text.optional(),
    claim: SetState.shape.text.optional(),
    also: z.boolean().optional(),
    to: RoleId.optional(),
    nudge: SendNudge.shape.text.optional(),
    ask: AskQuestion.shape.text.optional(),
    answer: AnswerQuestion.shape.text.optional(),
    same: ItemId.optional(),
    minutes: z.int().min(1).max(10_080).optional(),
    result: ReportResult.shape.text.optional(),
    version: ReportResult.shape.version,
    ...SessionArguments,
  }),
  run: async (
    { services, caller, params, change },
    { state, claim, also, to, nudge, ask, answer, same, minutes, result, version },
  ) => {
    const toOne = [nudge, ask, answer].filter((each) => each !== undefined).length;
    if (toOne > 1 || (to !== undefined) !== (toOne === 1)) throw incomplete();
    if ((to ?? state ?? claim ?? same ?? result) === undefined) throw incomplete();
    const claims = claim === undefined ? null : claimOf({ what: claim, also, ...(ask === undefined && { minutes }) });
    if (result !== undefined)
      await services.presence.report(caller, params, { ...outcomeOf(result), version }, partOf(change, "result"));
    if (state !== undefined) await services.presence.state(caller, params, { text: state }, partOf(change, "state"));
    const claimed =
      claims === null ? null : await services.presence.claim(caller, params, claims, partOf(change, "claim"));
    const confirmed =
      same === undefined
        ? null
        : await services.confirmations.same(caller, { ...params, item: same }, partOf(change, "same"));
    const question = to === undefined ? null : await sayTo(to);
    const replied =
      to === undefined || answer === undefined
        ? null
        : await services.replies.reply(caller, { ...params, item: to }, ReplyTo.parse({ text: answer }), change);
    const others = claimed?.others.map(({ id, role, what, until }) => {
      return { role, what, until, ...(claimed.overlaps.includes(id) && { overlaps: true }) };
    });
    return {
      done: true,
      ...(others !== undefined && { others }),
      ...(claimed?.elsewhere && { elsewhere: claimed.elsewhere.map(sayElsewhere) }),
      ...(claimed?.related && {
        related: claimed.related.map((each) => sayRelated(each, each.at?.slice(11, 16) ?? "")),
      }),
      ...(question !== null && { question }),
      ...replyOf(replied),
      ...(confirmed !== null && { alsoSeenBy: confirmed.alsoSeenBy }),
    };

    /** What goes to one role; the question, where it is one. */
    async function sayTo(to: string) {
      if (ask !== undefined)
        return putOf(await services.questions.ask(caller, params, { role: to, text: ask, minutes }, change));
      if (nudge !== undefined) await services.presence.nudge(caller, params, { role: to, text: nudge }, change);
      return null;
    }
  },
});

/** A question that was answered is told as one, any other reply as what was written. */
function replyOf(replied: Replied | null) {
  if (replied === null) return {};
  const { question, ...written } = replied;
  return question === undefined ? { replied: written } : { question: putOf(question) };
}

function putOf({ id, state }: Question) {
  return { id, state };
}

/** "pass: npm test, 72 of 72", or "fail" and what failed. */
function outcomeOf(said: string): Pick<ReportResult, "outcome" | "text"> {
  const [, outcome = "", text = ""] = /^\s*(pass|fail)\b[\s:,.]*(\S[^]*)$/i.exec(said) ?? []; // pass: npm test
  if (text === "")
    throw new AppError("invalid_input", "`result` says neither pass nor fail, or not of what.", {
      hint: "Write it as `pass: npm test, 72 of 72`.",
    });
  return { outcome: outcome.toLowerCase() === "pass" ? "pass" : "fail", text: text.trimEnd() };
}

/** Said before anything is done: how long a claim holds has another bound than how long a question waits. */
function claimOf(said: z.input<typeof MakeClaim>): z.output<typeof MakeClaim> {
  const { success, data } = MakeClaim.safeParse(said);
  if (success) return data;
  throw new AppError("invalid_input", "A claim holds for 480 minutes at most.", {
    hint: "Give fewer `minutes`, and claim again later.",
  });
}

function incomplete(): AppError {
  return new AppError("invalid_input", "What to tell is missing.", {
    hint: "Give `state`, `claim`, `same`, `result`, or `to` together with one of `nudge`, `ask` and `answer`.",
  });
}
