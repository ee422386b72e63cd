import { spelledTag } from "@/lib/contracts/memory";
import { operationsOf } from "@/lib/operations/define-operation";
import { AnswerQuestion, AskQuestion, Question, Replied, ReplyTo } from "@/lib/contracts/questions";

const define = operationsOf("Inbox");

const REPLIED = {
  answered: "its asker is told",
  added: "a line below it",
  written: "an item of your own, which names it",
  relayed: "it waits for the Lead",
} as const;

export const questionsOperations = [
  define({
    id: "question.ask",
    http: "POST /sessions/{session}/questions",
    tools: ["tell"],
    commands: ["ask <role> <text...>"],
    ownCommand: {
      says: "put a question to one role; it is an item like any other, and says when it was seen and answered",
      arguments: { role: "who is asked", text: "the question, or - for standard input" },
      options: { minutes: ["--by <time>", "how soon an answer is needed, such as 10m or 2h"] },
      examples: [
        'ask tester-1 "Is the fixture mailbox in two currencies?" --by 10m',
        'ask Lead "May tenants share a bucket?" --as implementer-1',
      ],
      print: ({ id, to, due, relayed }, { paint, line, time }) => {
        const until = due === null ? "" : ` until ${time(due)}`;
        const how = relayed ? " Its item waits for the Lead; who is asked is told at once." : "";
        return `${paint.good("Asked")} ${line(to)}${until} as ${id}.${how}`;
      },
    },
    summary:
      "Put a Question to one role; from a relay role its item waits for the Lead, and who is asked is told at once",
    body: AskQuestion,
    conditional: true,
    response: Question,
    status: 201,
    examples: [
      {
        body: { role: "tester-1", text: "Which currencies does the fixture mailbox hold?", minutes: 10 },
        as: "implementer-2",
        command: 'ask tester-1 "Which currencies does the fixture mailbox hold?" --by 10m --as implementer-2',
        tool: { to: "tester-1", ask: "Which currencies does the fixture mailbox hold?" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.questions.ask(caller, params, body, change),
  }),
  define({
    id: "question.answer",
    http: "POST /sessions/{session}/questions/{question}/answer",
    tools: ["tell"],
    commands: ["answer <question> <text...>"],
    ownCommand: {
      says: "answer a question that is put to you; its asker's answer, or the Lead's, also closes it",
      arguments: { question: "its id, as an inbox shows it", text: "the answer, or - for standard input" },
      examples: ['answer 3f9a1c07be42 "EUR and CHF, one message each" --as tester-1'],
      print: ({ asker, state }, { paint, line }) => {
        const closer = asker === "Lead" ? "The Lead" : `${line(asker)} or the Lead`;
        const next = state === "closed" ? "The question is closed." : `${closer} closes the question.`;
        return `${paint.good("Answered")}: ${line(asker)} is told. ${next}`;
      },
    },
    summary: "Answer a question; its asker's answer, or the Lead's, resolves its item",
    body: AnswerQuestion,
    conditional: true,
    response: Question,
    examples: [
      {
        body: { text: "EUR and CHF, one message each" },
        tool: { to: "3f9a1c07be42", answer: "EUR and CHF, one message each" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.questions.answer(caller, params, body, change),
  }),
  define({
    id: "item.reply",
    http: "POST /sessions/{session}/memory/items/{item}/reply",
    tools: ["tell"],
    commands: ["reply <id> <text...>"],
    ownCommand: {
      says: "reply to an item: a Question is answered, your own gets a line more",
      arguments: {
        id: ["of an item, or of a relay that waits", "item"],
        text: "what to reply, or - for standard input",
      },
      options: { tag: ["--tag <tag>", "of the item that replies to another's; Finding when left out"] },
      examples: ['reply 3f9a1c07be42 "Also with CHF and JPY in one batch" --as implementer-2'],
      fill: ({ tag }) => (tag === undefined ? {} : { tag: spelledTag(tag) }),
      print: ({ how, id }, { paint, line }) => `${paint.good("Replied")}, ${line(id)}: ${REPLIED[how]}.`,
    },
    summary: "Reply to an item or to a relay that waits: a Question is answered, one's own gets a line more",
    body: ReplyTo,
    conditional: true,
    response: Replied,
    examples: [
      {
        body: { text: "Also with CHF and JPY in one batch" },
        as: "implementer-2",
        tool: { to: "3f9a1c07be42", answer: "Also with CHF and JPY in one batch" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.replies.reply(caller, params, body, change),
  }),
];
