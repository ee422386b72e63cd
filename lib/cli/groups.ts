import type { CommandGroup } from "@/lib/cli/command-group";

/** Commands that are loaded together: their first words, and where they are. */
export interface GroupPlace {
  words: readonly string[];
  load: () => Promise<CommandGroup>;
}

/** Every group of commands, in the order of the help. A new one is added here. */
export const GROUPS: readonly GroupPlace[] = [
  { words: ["init"], load: async () => (await import("@/lib/cli/commands/init")).addInitCommand },
  { words: ["serve"], load: async () => (await import("@/lib/cli/commands/serve")).addServeCommand },
  { words: ["session"], load: async () => (await import("@/lib/cli/commands/session")).addSessionCommands },
  { words: ["token"], load: async () => (await import("@/lib/cli/commands/token")).addTokenCommands },
  { words: ["inbox"], load: async () => (await import("@/lib/cli/commands/inbox")).addInboxCommand },
  { words: ["needs"], load: async () => (await import("@/lib/cli/commands/needs")).addNeedsCommand },
  { words: ["status"], load: async () => (await import("@/lib/cli/commands/status")).addStatusCommand },
  { words: ["watch"], load: async () => (await import("@/lib/cli/commands/watch")).addWatchCommand },
  { words: ["say"], load: async () => (await import("@/lib/cli/commands/say")).addSayCommand },
  {
    words: ["replace", "withdraw", "reply", "same"],
    load: async () => (await import("@/lib/cli/commands/own")).addOwnCommands,
  },
  {
    words: ["team", "state", "claim", "nudge"],
    load: async () => (await import("@/lib/cli/commands/presence")).addPresenceCommands,
  },
  { words: ["ask", "answer"], load: async () => (await import("@/lib/cli/commands/questions")).addQuestionCommands },
  { words: ["result"], load: async () => (await import("@/lib/cli/commands/result")).addResultCommand },
  { words: ["context"], load: async () => (await import("@/lib/cli/commands/context")).addContextCommands },
  { words: ["relay"], load: async () => (await import("@/lib/cli/commands/relay")).addRelayCommands },
  { words: ["repair"], load: async () => (await import("@/lib/cli/commands/repair")).addRepairCommands },
  { words: ["fault"], load: async () => (await import("@/lib/cli/commands/fault")).addFaultCommands },
  { words: ["curate"], load: async () => (await import("@/lib/cli/commands/curate")).addCurateCommands },
  { words: ["gate"], load: async () => (await import("@/lib/cli/commands/gate")).addGateCommands },
  { words: ["history"], load: async () => (await import("@/lib/cli/commands/history")).addHistoryCommands },
  { words: ["agents"], load: async () => (await import("@/lib/cli/commands/agents")).addAgentsCommand },
  { words: ["memory"], load: async () => (await import("@/lib/cli/commands/memory")).addMemoryCommands },
  { words: ["knowledge"], load: async () => (await import("@/lib/cli/commands/knowledge")).addKnowledgeCommands },
  { words: ["replica"], load: async () => (await import("@/lib/cli/commands/replica")).addReplicaCommands },
  { words: ["file"], load: async () => (await import("@/lib/cli/commands/file")).addFileCommand },
  { words: ["search"], load: async () => (await import("@/lib/cli/commands/search")).addSearchCommand },
  {
    words: ["viewer", "memory", "delivery", "knowledge", "team-token", "session", "file", "replica"],
    load: async () => (await import("@/lib/cli/operation-commands")).addOperationCommands,
  },
  { words: ["events"], load: async () => (await import("@/lib/cli/commands/events")).addEventsCommand },
  { words: ["verify"], load: async () => (await import("@/lib/cli/commands/verify")).addVerifyCommand },
  { words: ["browser"], load: async () => (await import("@/lib/cli/commands/browser")).addBrowserCommands },
  { words: ["redact"], load: async () => (await import("@/lib/cli/commands/redact")).addRedactCommand },
  { words: ["unfinished"], load: async () => (await import("@/lib/cli/commands/unfinished")).addUnfinishedCommands },
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
