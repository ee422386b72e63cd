import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type ListPromptsResult,
} from "@modelcontextprotocol/server";
import { z } from "zod";
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
        "2. Call `updates`, read every text it gives to its end, and `ack` the newest version.",
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
        "4. Call `updates` and `ack` what waits.",
        ...(agent === undefined
          ? []
          : ["   Then `close` the agent's session with what was learnt; look at it with dryRun first."]),
        "5. Tell in three sentences what was done, what is open, and where it stands.",
      ].join("\n"),
  },
];

const Arguments = z.record(z.string(), z.string().max(300));

/** The prompts there are. */
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
  if (prompt === undefined) throw invalid(`There is no prompt ${name}.`);
  const args = Arguments.safeParse(given ?? {});
  if (!args.success) throw invalid("The arguments of a prompt are texts of at most 300 characters.");
  const unknown = Object.keys(args.data).find((key) => !prompt.arguments.some((argument) => argument.name === key));
  if (unknown !== undefined) throw invalid(`The prompt ${name} has no argument ${unknown}.`);
  const { title: description } = prompt;
  return { description, messages: [{ role: "user", content: { type: "text", text: disarm(prompt.text(args.data)) } }] };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
