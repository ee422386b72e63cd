import { Done } from "@/lib/contracts/primitives";
import {
  AddComment,
  Assign,
  Assigned,
  AssignmentList,
  AssignmentQuery,
  Comment,
  CommentList,
} from "@/lib/contracts/remarks";
import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import { Look, LookerList } from "@/lib/contracts/lookers";

const define = operationsOf("People");

export const remarksOperations = [
  define({
    id: "comment.list",
    http: "GET /sessions/{session}/memory/items/{item}/comments",
    commands: ["comment list <item>"],
    ownCommand: true,
    summary: "What people remarked on an item, also on one that is gone",
    query: ListQuery,
    response: CommentList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.comments.list(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "comment.add",
    http: "POST /sessions/{session}/memory/items/{item}/comments",
    commands: ["comment add <item> <text>"],
    ownCommand: true,
    summary: "Comment on an item; it stands beside the file",
    body: AddComment,
    response: Comment,
    status: 201,
    examples: [{ body: { text: "Is this still so with the new rates?" } }],
    run: ({ services, caller, params, body, change }) => services.comments.add(caller, params, body, change),
  }),
  define({
    id: "comment.delete",
    http: "DELETE /sessions/{session}/comments/{comment}",
    commands: ["comment delete <comment>"],
    ownCommand: true,
    summary: "Delete a comment of one's own; a lead may delete any",
    response: Done,
    run: ({ services, caller, params, change }) => services.comments.remove(caller, params, change),
  }),
  define({
    id: "assignment.list",
    http: "GET /assignments",
    commands: ["assignment list"],
    ownCommand: true,
    summary: "Who is to see to what",
    query: ListQuery.extend(AssignmentQuery.shape),
    response: AssignmentList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.assignments.list(caller, params, query), query, ({ about }) => about),
  }),
  define({
    id: "assignment.put",
    http: "PUT /assignments",
    commands: ["assignment put <about>"],
    ownCommand: true,
    summary: "Assign an item, or something else that waits, to a person or a role",
    body: Assign,
    response: Assigned,
    examples: [{ body: { about: "item:invoice-import:3f9a1c07be42", to: "implementer-2" } }],
    run: ({ services, caller, params, body, change }) => services.assignments.assign(caller, params, body, change),
  }),
];

export const lookersOperations = [
  define({
    id: "looker.list",
    http: "GET /lookers",
    commands: ["person here"],
    ownCommand: true,
    summary: "Who looks at which page of the workspace now",
    query: ListQuery,
    response: LookerList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await Promise.resolve(services.lookers.list(caller, params)), query, ({ id }) => id),
  }),
  define({
    id: "looker.look",
    http: "POST /lookers",
    summary: "Say which page an open tab shows; it counts for 25 seconds",
    body: Look,
    response: LookerList,
    examples: [{ body: { tab: "k3f9a1c07be", place: { session: "invoice-import", page: "memory" } } }],
    once: true,
    run: ({ services, caller, params, body }) => Promise.resolve(services.lookers.look(caller, params, body)),
  }),
];
