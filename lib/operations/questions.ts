import { AT } from "@/lib/operations/example-values";
import { defineOperation } from "@/lib/operations/define-operation";
import { QuestionParams, SessionParams } from "@/lib/contracts/params";
import { AnswerQuestion, AskQuestion, Question } from "@/lib/contracts/questions";

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
];
