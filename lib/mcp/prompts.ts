import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type ListPromptsResult,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { didYouMean } from "@/lib/core/text/did-you-mean";
import { disarm } from "@/lib/core/text/frame";

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string }[];
  text: (given: Record<string, string>) => string;
}

const AGENT = { name: "agent", description: "Name of the agent whose memory it is" };
const SESSION = { name: "session", description: "Session of the team, where there are several" };
const TAG = { name: "tag", description: "Such as Finding, Decision, Warning or Question" };
const TEXT = { name: "text", description: "What the others should know, in one or two sentences" };
const ROLE = { name: "role", description: "Only what concerns this role" };

const PROMPTS: Prompt[] = [
  {
    name: "start-session",
    title: "Begin work in a Wardroom session",
    description: "What to read, and in which order, before anything else.",
    arguments: [AGENT, SESSION],
    text: ({ agent, session }) =>
      [
        `Begin work${session === undefined ? "" : ` in the session ${session}`}${agent === undefined ? "" : ` as the agent ${agent}`}.`,
        "",
        "1. Call `status`: it tells your role, what it may do, and what waits for you.",
        ...(agent === undefined
          ? []
          : [`   Then \`start\` with agent ${agent}: read its memory and the brief, and keep the sessionId.`]),
        "2. Call `inbox`, read every text it gives to its end, and `ack` the newest version.",
        "3. Call `memory` and read what the others know. Remember its `revision`.",
        "4. Tell in three sentences what you know now that concerns your task, then begin.",
        "",
        "While you work, `say` each finding, decision and warning when you know it, one at a time.",
      ].join("\n"),
  },
  {
    name: "close-session",
    title: "End work in a Wardroom session",
    description: "What to leave behind for the others before you stop.",
    arguments: [AGENT, SESSION],
    text: ({ agent, session }) =>
      [
        `End your work${session === undefined ? "" : ` in the session ${session}`}${agent === undefined ? "" : ` as the agent ${agent}`}.`,
        "",
        "1. Call `memory` with `since`, the revision you read last: does anything there touch what you did?",
        "2. `say` what the others need and do not know yet: decisions with their reason, warnings, open questions.",
        "3. `edit` what you wrote that is no longer true.",
        "4. Call `inbox` and `ack` what waits.",
        ...(agent === undefined
          ? []
          : ["   Then `close` (of `more`) the agent's session with what was learnt; look at it with dryRun first."]),
        "5. Tell in three sentences what was done, what is open, and where it stands.",
      ].join("\n"),
  },
  {
    name: "say",
    title: "Tell the team something",
    description: "One item of the team memory, with its tag.",
    arguments: [TAG, TEXT, SESSION],
    text: ({ tag, text, session }) =>
      [
        `Call \`say\`${inSession(session)}${tag === undefined ? "" : ` with the tag ${tag}`}${text === undefined ? "." : " and this text:"}`,
        ...(text === undefined
          ? ["The text is what you found or decided last that the others need, with its paths and names, and why."]
          : ["", text, ""]),
        ...(tag === undefined ? ["Choose the tag that fits: Finding, Decision, Warning, Question or another."] : []),
        "Where the answer shows lines that say the same already, confirm one of them instead of repeating it.",
      ].join("\n"),
  },
  {
    name: "status",
    title: "Where the team stands",
    description: "Who you are, what waits for you, and who is behind.",
    arguments: [ROLE, SESSION],
    text: ({ role, session }) =>
      [
        `Call \`status\`${inSession(session)}, then \`inbox\`.`,
        `Tell in at most five sentences ${role === undefined ? "what waits for you, and what the others wait for" : `what concerns ${role}: what waits for it, and who waits for it`}. Change nothing.`,
      ].join("\n"),
  },
  {
    name: "inbox",
    title: "Read and answer what is new",
    description: "Reads the inbox to its end and answers what asks for an answer.",
    arguments: [SESSION],
    text: ({ session }) =>
      [
        `Call \`inbox\`${inSession(session)} and read every text it gives to its end.`,
        "`ack` the newest version of the context with how many of its changes you applied, and ask about a section that is unclear.",
        "Answer a question that is put to you with `tell`. Then say in one sentence each what changes for your work.",
      ].join("\n"),
  },
  {
    name: "gate",
    title: "Whether the phase can end",
    description: "What still blocks the gate, and whose turn it is.",
    arguments: [SESSION],
    text: ({ session }) =>
      [
        `Call \`inbox\`${inSession(session)}, then \`memory\` with the tags Question, Conflict and Warning.`,
        "The Lead calls `gates` of `more` as well: it names the blockers, the criteria and the last results.",
        "List what blocks the phase, each with its id and whose turn it is. Conclude nothing: the Lead decides with `gate-conclude` of `more`.",
      ].join("\n"),
  },
];

const Arguments = z.record(z.string(), z.string().max(300));

function inSession(session: string | undefined): string {
  return session === undefined ? "" : ` in the session ${session}`;
}

/** The names of a prompt's arguments; none for an unknown prompt. */
export function argumentsOf(name: string): string[] {
  return PROMPTS.find((each) => each.name === name)?.arguments.map((argument) => argument.name) ?? [];
}

export function listPrompts(): ListPromptsResult {
  return {
    prompts: PROMPTS.map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: args.map((argument) => ({ ...argument, required: false })),
    })),
  };
}

/** One prompt with its arguments filled in. An unknown name or argument is a JSON-RPC error. */
export function getPrompt(name: string, given: unknown): GetPromptResult {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (prompt === undefined) {
    const names = PROMPTS.map((each) => each.name);
    throw invalid(`There is no prompt ${name}. ${didYouMean(name, names)}There are ${names.join(", ")}.`);
  }
  const args = Arguments.safeParse(given ?? {});
  if (!args.success) throw invalid("The arguments of a prompt are texts of at most 300 characters.");
  const unknown = Object.keys(args.data).find((key) => !prompt.arguments.some((argument) => argument.name === key));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, argumentsOf(name));
    throw invalid(`The prompt ${name} has no argument ${unknown}. ${hint}It takes ${argumentsOf(name).join(", ")}.`);
  }
  const { title: description } = prompt;
  return { description, messages: [{ role: "user", content: { type: "text", text: disarm(prompt.text(args.data)) } }] };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
