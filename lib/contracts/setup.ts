import { z } from "zod";
import { asFound, body, shape } from "@/lib/contracts/shapes";
import { FileChange } from "@/lib/contracts/file-change";
import { Etag, RoleId, Time } from "@/lib/contracts/primitives";
import { CLIENT_NAMES } from "@/lib/core/plugin-setup/client-names";

/** A client of agents, by the word for `--client`. */
export const Client = z.enum(CLIENT_NAMES).meta({ id: "Client" });

/** What is to be put into the project, as `wardroom up` does. */
export const SetUpProject = body("SetUpProject", {
  clients: z.array(Client).max(CLIENT_NAMES.length).default([]),
  protocol: z.boolean().default(true).meta({
    description: "Also how to work in a team: a section of CLAUDE.md or AGENTS.md, agent definitions, .gitignore",
  }),
  roles: z.array(RoleId).max(1000).optional().meta({
    description: "Roles whose types get agent definitions; left out, implementer and researcher",
  }),
  agentTeams: z.boolean().optional().meta({ description: "Turn Claude Code's agent teams on or off" }),
  dryRun: z.boolean().default(true),
});
export type SetUpProject = z.infer<typeof SetUpProject>;

/** Every file of the project that changes. A preview's `etag` carries it out. */
export const ProjectChanges = shape("ProjectChanges", {
  changes: z.array(FileChange),
  notes: z.array(z.string()).meta({ description: "What stays as it is, and what a person should know" }),
  next: z.array(z.object({ client: Client, text: z.string() })).meta({ description: "What to do in each client" }),
  etag: Etag.meta({ description: "Of this very preview, for `If-Match`" }),
});
export type ProjectChanges = z.infer<typeof ProjectChanges>;

/** What the project has of each client, and what of it the server's machine has. */
export const ProjectSetup = shape("ProjectSetup", {
  folder: z.string(),
  wardroom: z.string().meta({ description: "Wardroom's own folder" }),
  isCommand: z.boolean().meta({ description: "Whether `wardroom` is a command on the server's machine" }),
  clients: z.array(
    z.object({
      client: Client,
      name: z.string(),
      installed: z.string().nullable().meta({ description: "Version in the project; null for none" }),
      isCurrent: z.boolean().meta({ description: "Whether installing would change nothing" }),
      isHere: z.boolean().meta({ description: "Whether its program was found on the server's machine" }),
      problem: z.string().nullable().meta({ description: "Why it cannot be installed as the files are" }),
    }),
  ),
  undoable: z.object({ at: asFound(Time), files: z.array(z.string()) }).nullable(),
});
export type ProjectSetup = z.infer<typeof ProjectSetup>;

/** What was brought back, and what stays because it was changed since. */
export const SetupUndone = shape("SetupUndone", { files: z.array(z.string()), kept: z.array(z.string()) });
export type SetupUndone = z.infer<typeof SetupUndone>;
