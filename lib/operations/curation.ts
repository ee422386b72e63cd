import { defineOperation } from "@/lib/operations/define-operation";
import { SessionParams } from "@/lib/contracts/params";
import { ArchiveItems, Changed, Prune, PruneResult, ResolveItem, UnarchiveItems } from "@/lib/contracts/memory";

export const curationOperations = [
  defineOperation({
    id: "item.archive",
    http: "POST /sessions/{session}/memory/archive",
    leadTool: { name: "archive" },
    commands: ["curate archive [items...]"],
    summary: "Archive items, or a whole section",
    tag: "Curation",
    params: SessionParams,
    body: ArchiveItems,
    response: Changed,
    run: ({ services, caller, params, body, change }) => services.curation.archive(caller, params, body, change),
  }),
  defineOperation({
    id: "item.unarchive",
    http: "POST /sessions/{session}/memory/unarchive",
    leadTool: { name: "unarchive" },
    commands: ["curate unarchive <items...>"],
    summary: "Take the archive mark or the strike off items",
    tag: "Curation",
    params: SessionParams,
    body: UnarchiveItems,
    response: Changed,
    run: ({ services, caller, params, body, change }) => services.curation.unarchive(caller, params, body, change),
  }),
  defineOperation({
    id: "item.resolve",
    http: "POST /sessions/{session}/memory/resolve",
    leadTool: { name: "resolve" },
    commands: ["curate resolve <item> <resolution...>"],
    summary: "Resolve an item",
    tag: "Curation",
    params: SessionParams,
    body: ResolveItem,
    response: Changed,
    run: ({ services, caller, params, body, change }) => services.curation.resolve(caller, params, body, change),
  }),
  defineOperation({
    id: "memory.prune",
    http: "POST /sessions/{session}/memory/prune",
    leadTool: { name: "prune", destroys: true },
    commands: ["curate prune"],
    summary: "Delete archived items, oldest first; a dry run previews",
    tag: "Curation",
    params: SessionParams,
    body: Prune,
    response: PruneResult,
    run: ({ services, caller, params, body, change }) => services.curation.prune(caller, params, body, change),
  }),
];
