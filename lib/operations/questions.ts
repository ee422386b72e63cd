import { AT } from "@/lib/operations/example-values";
import { defineOperation } from "@/lib/operations/define-operation";
import { ItemParams, QuestionParams, SessionParams } from "@/lib/contracts/params";
import { AnswerQuestion, AskQuestion, Question, Replied, ReplyTo } from "@/lib/contracts/questions";

const ASKED: Question = {
  id: "3f9a1c07be42",
  asker: "implementer-2",
  relayed: false,
  to: "tester-1",
  state: "asked",
  askedAt: AT,
  due: AT,
  seenAt: null,
  answer: null,
  answeredBy: null,
  answeredAt: null,
  closedAt: null,
};

export const questionsOperations = [
  defineOperation({
    id: "question.ask",
    http: "POST /sessions/{session}/questions",
    tools: ["tell"],
    commands: ["ask <role> <text...>"],
    summary:
      "Put a Question to one role; from a relay role its item waits for the Lead, and who is asked is told at once",
    tag: "Inbox",
    params: SessionParams,
    body: AskQuestion,
    conditional: true,
    response: Question,
    status: 201,
    examples: [
      {
        params: { session: "invoice-import" },
        body: { role: "tester-1", text: "Which currencies does the fixture mailbox hold?", minutes: 10 },
        as: "implementer-2",
        command: [
          ...["ask", "tester-1", "Which currencies does the fixture mailbox hold?"],
          ...["--by", "10m", "--as", "implementer-2"],
        ],
        tool: { to: "tester-1", ask: "Which currencies does the fixture mailbox hold?" },
        answer: ASKED,
      },
    ],
    run: ({ services, caller, params, body, change }) => services.questions.ask(caller, params, body, change),
  }),
  defineOperation({
    id: "question.answer",
    http: "POST /sessions/{session}/questions/{question}/answer",
    tools: ["tell"],
    commands: ["answer <question> <text...>"],
    summary: "Answer a question; the Lead's answer resolves its item",
    tag: "Inbox",
    params: QuestionParams,
    body: AnswerQuestion,
    conditional: true,
    response: Question,
    examples: [
      {
        params: { session: "invoice-import", question: "3f9a1c07be42" },
        body: { text: "EUR and CHF, one message each" },
        tool: { to: "3f9a1c07be42", answer: "EUR and CHF, one message each" },
        answer: {
          ...ASKED,
          state: "closed",
          seenAt: AT,
          answer: "EUR and CHF, one message each",
          answeredBy: "Lead",
          answeredAt: AT,
          closedAt: AT,
        },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.questions.answer(caller, params, body, change),
  }),
  defineOperation({
    id: "item.reply",
    http: "POST /sessions/{session}/memory/items/{item}/reply",
    tools: ["tell"],
    commands: ["reply <id> <text...>"],
    summary: "Reply to an item or to a relay that waits: a Question is answered, one's own gets a line more",
    tag: "Inbox",
    params: ItemParams,
    body: ReplyTo,
    conditional: true,
    response: Replied,
    examples: [
      {
        params: { session: "invoice-import", item: "3f9a1c07be42" },
        body: { text: "Also with CHF and JPY in one batch" },
        as: "implementer-2",
        command: ["reply", "3f9a1c07be42", "Also with CHF and JPY in one batch", "--as", "implementer-2"],
        tool: { to: "3f9a1c07be42", answer: "Also with CHF and JPY in one batch" },
        answer: { how: "added", id: "3f9a1c07be42", role: "implementer-2" },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.replies.reply(caller, params, body, change),
  }),
];
