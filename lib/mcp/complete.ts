import type { CompleteResult } from "@modelcontextprotocol/server";
import { AppError } from "@/lib/core/errors";
import { TAGS } from "@/lib/core/memory/tags";
import type { Call } from "@/lib/mcp/call";
import { sessionOf, workspaceOf } from "@/lib/mcp/place";
import { argumentsOf } from "@/lib/mcp/prompts";
import { namesOfTemplate, reachable } from "@/lib/mcp/resources";

/** The protocol takes no more values at once. */
const MOST = 100;

/** What is completed: the argument of a prompt or the name in a template, what stands there so far, and what was chosen before. */
interface Asked {
  ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
  argument: { name: string; value: string };
  context?: { arguments?: Record<string, string> | undefined } | undefined;
}

/**
 * What may stand in an argument, those that begin with what was typed before those that hold it. Nothing of what the caller may not
 * read, nothing for an argument that takes any words, and nothing where it is not clear which session is meant.
 */
export async function complete(call: Call, { ref, argument, context }: Asked): Promise<CompleteResult> {
  const known = ref.type === "ref/prompt" ? argumentsOf(ref.name) : namesOfTemplate(ref.uri);
  const values = known.includes(argument.name) ? await valuesOf(call, argument.name, context?.arguments ?? {}) : [];
  const typed = argument.value.toLowerCase();
  const [begin, hold]: [string[], string[]] = [[], []];
  for (const value of new Set(values)) {
    const at = value.toLowerCase().indexOf(typed);
    if (at === 0) begin.push(value);
    else if (at > 0) hold.push(value);
  }
  const fitting = [...begin, ...hold];
  return {
    completion: { values: fitting.slice(0, MOST), total: fitting.length, hasMore: fitting.length > MOST },
  };
}

async function valuesOf(call: Call, name: string, given: Record<string, string>): Promise<string[]> {
  const { services, caller } = call;
  const workspace = () => workspaceOf(call, { workspace: given["workspace"] });
  const memory = async () => services.memory.read(caller, await sessionOf(call, given));
  try {
    switch (name) {
      case "workspace":
        return reachable(call);
      case "session":
        return await services.sessions.ids(caller, { workspace: workspace() });
      case "role":
        return (await memory()).sections.map(({ role }) => role).filter((role) => role !== "");
      case "item":
        return (await memory()).sections.flatMap(({ items }) => items.map(({ id }) => id)).reverse();
      case "tag":
        return [...TAGS];
      case "agent":
        return (await services.agents.list(caller, { workspace: workspace() })).items.map((agent) => agent.name);
      case "knowledge":
        return (await services.knowledge.list(caller, { workspace: workspace() }, { limit: 500 })).items.map(
          ({ id }) => id,
        );
      default:
        return [];
    }
  } catch (error) {
    // One who may not read it, or names a place that is not there, is offered nothing.
    if (error instanceof AppError) return [];
    throw error;
  }
}
