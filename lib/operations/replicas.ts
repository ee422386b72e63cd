import { AT } from "@/lib/operations/example-values";
import { Done } from "@/lib/contracts/primitives";
import { AnnounceReplica, ReplicaList } from "@/lib/contracts/replicas";
import { operationsOf } from "@/lib/operations/define-operation";

const define = operationsOf("Files");

const ID = "7d1f4c0a92be5361";

export const replicasOperations = [
  define({
    id: "replica.list",
    http: "GET /replicas",
    commands: ["replica list"],
    ownCommand: true,
    summary: "Checkouts elsewhere that are kept in step: whose, how far behind, with which conflicts",
    response: ReplicaList,
    examples: [
      {
        answer: {
          items: [
            {
              id: ID,
              person: "Mia",
              machine: "mia-laptop",
              state: "live",
              behind: 0,
              waiting: 0,
              conflicts: [],
              pushedAt: AT,
              seenAt: AT,
              since: AT,
            },
          ],
          nextCursor: null,
        },
      },
    ],
    run: ({ services, caller, params }) => services.replicas.list(caller, params),
  }),
  define({
    id: "replica.announce",
    http: "PUT /replicas/{replica}",
    summary: "Say how a checkout stands that is kept in step",
    body: AnnounceReplica,
    response: Done,
    examples: [
      { body: { machine: "mia-laptop", mark: 815, waiting: 0, conflicts: [], pushedAt: null }, answer: { done: true } },
    ],
    once: true,
    run: ({ services, caller, params, body }) => services.replicas.announce(caller, params, body),
  }),
];
