import type { CommandGroup } from "@/lib/cli/command-group";
import { addAgentsCommand } from "@/lib/cli/commands/agents";
import { addBackupCommand } from "@/lib/cli/commands/backup";
import { addBrowserCommands } from "@/lib/cli/commands/browser";
import { addCompletionCommand } from "@/lib/cli/commands/completion";
import { addContextCommands } from "@/lib/cli/commands/context";
import { addCurateCommands } from "@/lib/cli/commands/curate";
import { addDoctorCommand } from "@/lib/cli/commands/doctor";
import { addEventsCommand } from "@/lib/cli/commands/events";
import { addGateCommands } from "@/lib/cli/commands/gate";
import { addHistoryCommands } from "@/lib/cli/commands/history";
import { addInitCommand } from "@/lib/cli/commands/init";
import { addInboxCommand } from "@/lib/cli/commands/inbox";
import { addKnowledgeCommands } from "@/lib/cli/commands/knowledge";
import { addMemoryCommands } from "@/lib/cli/commands/memory";
import { addMcpCommand } from "@/lib/cli/commands/mcp";
import { addOwnCommands } from "@/lib/cli/commands/own";
import { addPluginCommands } from "@/lib/cli/commands/plugin";
import { addPresenceCommands } from "@/lib/cli/commands/presence";
import { addQuestionCommands } from "@/lib/cli/commands/questions";
import { addRedactCommand } from "@/lib/cli/commands/redact";
import { addRelayCommands } from "@/lib/cli/commands/relay";
import { addRepairCommands } from "@/lib/cli/commands/repair";
import { addRestoreCommand } from "@/lib/cli/commands/restore";
import { addResultCommand } from "@/lib/cli/commands/result";
import { addSayCommand } from "@/lib/cli/commands/say";
import { addSearchCommand } from "@/lib/cli/commands/search";
import { addServeCommand } from "@/lib/cli/commands/serve";
import { addSessionCommands } from "@/lib/cli/commands/session";
import { addUnfinishedCommands } from "@/lib/cli/commands/unfinished";
import { addTokenCommands } from "@/lib/cli/commands/token";
import { addVerifyCommand } from "@/lib/cli/commands/verify";
import { addOperationCommands } from "@/lib/cli/operation-commands";
import { addWorkspaceCommands } from "@/lib/cli/commands/workspace";

/** Every group of commands, in the order of the help. A new one is added here. */
export const GROUPS: CommandGroup[] = [
  addInitCommand,
  addServeCommand,
  addSessionCommands,
  addTokenCommands,
  addInboxCommand,
  addSayCommand,
  addOwnCommands,
  addPresenceCommands,
  addQuestionCommands,
  addResultCommand,
  addContextCommands,
  addRelayCommands,
  addRepairCommands,
  addCurateCommands,
  addGateCommands,
  addHistoryCommands,
  addAgentsCommand,
  addMemoryCommands,
  addKnowledgeCommands,
  addSearchCommand,
  addOperationCommands,
  addEventsCommand,
  addVerifyCommand,
  addBrowserCommands,
  addRedactCommand,
  addUnfinishedCommands,
  addWorkspaceCommands,
  addDoctorCommand,
  addBackupCommand,
  addRestoreCommand,
  addPluginCommands,
  addMcpCommand,
  addCompletionCommand,
];
