import type { CommandGroup } from "@/lib/cli/command-group";

/** Commands that are loaded together: their first words, and where they are. */
export interface GroupPlace {
  words: readonly string[];
  load: () => Promise<CommandGroup>;
}

/** The commands of a subject that are made of the rows of operations, and what the help says of it. */
function made(subject: string, says?: string): GroupPlace {
  const load = async (): Promise<CommandGroup> => {
    const { addOperationCommands } = await import("@/lib/cli/operation-commands");
    return (program, cli) => addOperationCommands(program, cli, subject, says);
  };
  return { words: [subject], load };
}

/** Every group of commands, in the order of the help. A new one is added here. */
export const GROUPS: readonly GroupPlace[] = [
  { words: ["init"], load: async () => (await import("@/lib/cli/commands/init")).addInitCommand },
  { words: ["serve"], load: async () => (await import("@/lib/cli/commands/serve")).addServeCommand },
  { words: ["session"], load: async () => (await import("@/lib/cli/commands/session")).addSessionCommands },
  { words: ["token"], load: async () => (await import("@/lib/cli/commands/token")).addTokenCommands },
  made("token"),
  { words: ["inbox"], load: async () => (await import("@/lib/cli/commands/inbox")).addInboxCommand },
  { words: ["needs"], load: async () => (await import("@/lib/cli/commands/needs")).addNeedsCommand },
  made("mark"),
  { words: ["status"], load: async () => (await import("@/lib/cli/commands/status")).addStatusCommand },
  { words: ["watch"], load: async () => (await import("@/lib/cli/commands/watch")).addWatchCommand },
  { words: ["say"], load: async () => (await import("@/lib/cli/commands/say")).addSayCommand },
  { words: ["replace", "withdraw"], load: async () => (await import("@/lib/cli/commands/own")).addOwnCommands },
  made("reply"),
  made("same"),
  made("team"),
  { words: ["state", "claim"], load: async () => (await import("@/lib/cli/commands/presence")).addPresenceCommands },
  made("nudge"),
  made("ask"),
  made("answer"),
  { words: ["result"], load: async () => (await import("@/lib/cli/commands/result")).addResultCommand },
  { words: ["context"], load: async () => (await import("@/lib/cli/commands/context")).addContextCommands },
  made("context"),
  made("relay", "items left with the Lead: list, approve, reject, undo"),
  made("repair", "saves that left out newer lines: list, apply, dismiss, undo"),
  { words: ["fault"], load: async () => (await import("@/lib/cli/commands/fault")).addFaultCommands },
  made("fault"),
  { words: ["curate"], load: async () => (await import("@/lib/cli/commands/curate")).addCurateCommands },
  made("curate"),
  { words: ["gate"], load: async () => (await import("@/lib/cli/commands/gate")).addGateCommands },
  made("gate"),
  { words: ["history"], load: async () => (await import("@/lib/cli/commands/history")).addHistoryCommands },
  made("history"),
  made("agents"),
  { words: ["memory"], load: async () => (await import("@/lib/cli/commands/memory")).addMemoryCommands },
  { words: ["knowledge"], load: async () => (await import("@/lib/cli/commands/knowledge")).addKnowledgeCommands },
  { words: ["replica"], load: async () => (await import("@/lib/cli/commands/replica")).addReplicaCommands },
  made("file", "documents of the workspace as they lie on the disk: list, show"),
  { words: ["search"], load: async () => (await import("@/lib/cli/commands/search")).addSearchCommand },
  made("viewer", "people who may read the workspace, by a link: list, add, revoke"),
  made("person", "people of the workspace, and what each may do: list, here, add, change, invite, end"),
  made("account", "accounts that people sign in with: list, unlink"),
  made("delivery", "updates that were sent: full, guide, ping, resend"),
  made("comment", "what people remark on items, beside the files: list, add, delete"),
  made("assignment", "who takes care of what: list, put"),
  made("team-token", "tokens that a whole team shares: list, mint, revoke"),
  made("memory"),
  made("knowledge"),
  made("session"),
  made("replica"),
  { words: ["events"], load: async () => (await import("@/lib/cli/commands/events")).addEventsCommand },
  { words: ["verify"], load: async () => (await import("@/lib/cli/commands/verify")).addVerifyCommand },
  made("browser", "browsers that are signed in: list, end"),
  { words: ["redact"], load: async () => (await import("@/lib/cli/commands/redact")).addRedactCommand },
  made("unfinished", "changes that could not be finished after a crash"),
  { words: ["workspace"], load: async () => (await import("@/lib/cli/commands/workspace")).addWorkspaceCommands },
  { words: ["doctor"], load: async () => (await import("@/lib/cli/commands/doctor")).addDoctorCommand },
  { words: ["backup"], load: async () => (await import("@/lib/cli/commands/backup")).addBackupCommand },
  { words: ["database"], load: async () => (await import("@/lib/cli/commands/database")).addDatabaseCommands },
  { words: ["import", "export"], load: async () => (await import("@/lib/cli/commands/content")).addContentCommands },
  { words: ["restore"], load: async () => (await import("@/lib/cli/commands/restore")).addRestoreCommand },
  { words: ["plugin"], load: async () => (await import("@/lib/cli/commands/plugin")).addPluginCommands },
  { words: ["mcp"], load: async () => (await import("@/lib/cli/commands/mcp")).addMcpCommand },
  { words: ["completion"], load: async () => (await import("@/lib/cli/commands/completion")).addCompletionCommand },
];
