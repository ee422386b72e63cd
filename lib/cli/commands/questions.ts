import type { Command } from "commander";
import { addSessionOption, chooseSession, type SessionChoice } from "@/lib/cli/choose-session";
import type { Cli } from "@/lib/cli/cli";
import { addExamples } from "@/lib/cli/examples";
import { minutesOf } from "@/lib/cli/numbers";
import { plainLine } from "@/lib/cli/plain-text";
import { shortTime } from "@/lib/cli/short-time";
import { api } from "@/lib/client/paths";
import { Question } from "@/lib/contracts/questions";

/** `wardroom ask` and `answer`: a question to one role, and what it says. */
export function addQuestionCommands(program: Command, cli: Cli): void {
  addAsk(program, cli);
  addAnswer(program, cli);
}

function addAsk(program: Command, cli: Cli): void {
  const command = addSessionOption(
    program
      .command("ask")
      .argument("<role>", "who is asked")
      .argument("<text...>", "the question, or - for standard input"),
  )
    .option("--by <time>", "how soon an answer is needed, such as 10m or 2h", minutesOf)
    .description("put a question to one role; it is an item like any other, and says when it was seen and answered");
  addExamples(command, [
    'wardroom ask tester-1 "Is the fixture mailbox in two currencies?" --by 10m',
    'wardroom ask Lead "May tenants share a bucket?" --as implementer-1',
  ]);
  command.action(async (role: string, words: string[], { by, ...choice }: SessionChoice & { by?: number }) => {
    const path = (await chooseSession(cli, choice))((scope) => `${api.session(scope)}/questions`);
    const body = { role, text: await cli.text(words), ...(by !== undefined && { minutes: by }) };
    const question = await cli.ask(Question, path, { method: "POST", body });
    cli.show(question, ({ id, to, due, relayed }) => {
      const until = due === null ? "" : ` until ${shortTime(due)}`;
      const how = relayed ? " Its item waits for the Lead; who is asked is told at once." : "";
      return `${cli.paint.good("Asked")} ${plainLine(to)}${until} as ${id}.${how}\n`;
    });
  });
}

function addAnswer(program: Command, cli: Cli): void {
  const command = addSessionOption(
    program
      .command("answer")
      .argument("<question>", "its id, as an inbox shows it")
      .argument("<text...>", "the answer, or - for standard input"),
  ).description("answer a question that is put to you; the Lead's answer also closes it");
  addExamples(command, ['wardroom answer 3f9a1c07be42 "EUR and CHF, one message each" --as tester-1']);
  command.action(async (id: string, words: string[], choice: SessionChoice) => {
    const session = await chooseSession(cli, choice);
    const path = session((scope) => `${api.session(scope)}/questions/${encodeURIComponent(id)}/answer`);
    const body = { text: await cli.text(words) };
    const question = await cli.ask(Question, path, { method: "POST", body });
    cli.show(question, ({ asker, state }) => {
      const next = state === "closed" ? "The question is closed." : "The Lead closes the question.";
      return `${cli.paint.good("Answered")}: ${plainLine(asker)} is told. ${next}\n`;
    });
  });
}
