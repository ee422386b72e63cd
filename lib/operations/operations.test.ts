import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { httpOf, type Operation } from "@/lib/operations/define-operation";
import { sampleOf } from "@/lib/operations/example-values";
import { OPERATIONS } from "@/lib/operations/operations";

const named = OPERATIONS.map((operation) => ({ ...operation, ...httpOf(operation) }));

const [first] = OPERATIONS;
if (first === undefined) throw new Error("there is no operation");

/** A name that several operations would be called by, which is one of each of them alone. */
function doubled(operations: readonly Operation[]): string[] {
  const names = operations.flatMap(({ id, http, leadTool }) => [
    id,
    http,
    ...(leadTool ? [`tool ${leadTool.name}`] : []),
  ]);
  const tools = operations.flatMap(({ tools = [] }) => [...new Set(tools)].map((name) => `tool ${name}`));
  return names.filter((name, index) => names.indexOf(name) !== index || tools.includes(name));
}

/** What is wrong with the examples of an operation, each with its name. */
function faultsOf(operation: Operation): string[] {
  const { id, examples, statuses, params, query, body, response } = operation;
  const wanted = statuses?.length ?? 1;
  const answers = response instanceof z.ZodUnion && statuses ? (response.options as z.ZodType[]) : [response];
  return [
    ...(examples.length < wanted ? [`${id} has ${examples.length} examples of ${wanted}`] : []),
    ...examples.flatMap((example) => [
      ...faultIn(`${id}: params`, params?.omit({ workspace: true }), example.params ?? {}),
      ...faultIn(`${id}: query`, query?.strict(), example.query ?? {}),
      ...faultIn(`${id}: body`, body, example.body ?? {}),
    ]),
    ...answers.flatMap((answer) => (answer === null ? [] : faultIn(`${id}: answer`, answer, sampleOf(answer), true))),
  ];
}

function faultIn(name: string, schema: z.ZodType | undefined, value: unknown, whole = false): string[] {
  if (schema === undefined) return [];
  const read = schema.safeParse(value);
  if (!read.success) return [`${name}: ${z.prettifyError(read.error)}`];
  return whole && !isDeepStrictEqual(read.data, value) ? [`${name} has more than the contract says`] : [];
}

/** What the command of an operation takes that is no field of it, and what its address needs that nobody can type. */
function unspoken({ ownCommand, commands: [usage = ""] = [], params, query, body }: Operation): string[] {
  const { arguments: worded = {}, options = {} } = ownCommand === true ? {} : (ownCommand ?? {});
  const typed = [...usage.matchAll(/[<[]([\w-]+)/g)].map(([, name = ""]) => {
    // <text...>, [role]
    const says = worded[name];
    return typeof says === "object" ? says[1] : name;
  });
  const { shape = {} } = (body ?? {}) as { shape?: z.ZodRawShape };
  const fields = new Set(Object.keys({ ...params?.shape, ...query?.shape, ...shape }));
  const chosen = ["workspace", "session", "team"];
  const missing = Object.keys(params?.shape ?? {}).filter((name) => ![...typed, ...chosen].includes(name));
  return [...[...typed, ...Object.keys(options)].filter((name) => !fields.has(name)), ...missing];
}

describe("the table of operations", () => {
  const made = OPERATIONS.filter(({ ownCommand }) => ownCommand !== undefined);

  it.each(made)("has the command of $id take its fields, and all that its address needs", (operation) => {
    expect(unspoken(operation)).toEqual([]);
  });

  it("says which argument of a command is no field, and what an address lacks", () => {
    const approve = OPERATIONS.find(({ id }) => id === "relay.approve") ?? first;
    expect(unspoken({ ...approve, commands: ["relay approve <id>"] })).toEqual(["id", "relay"]);
  });

  it("has each id, each address and each tool of the Lead once", () => {
    expect(doubled(OPERATIONS)).toEqual([]);
    expect(OPERATIONS.length).toBeGreaterThan(120);
  });

  it("says which name is taken, where an operation is declared twice or its tool is another's", () => {
    expect(doubled([first, first])).toEqual([first.id, first.http]);
    const taken = { ...first, id: "new.thing", http: "GET /new", leadTool: { name: "memory" } } satisfies Operation;
    expect(doubled([...OPERATIONS, taken])).toEqual(["tool memory"]);
    expect(doubled([...OPERATIONS, { ...taken, leadTool: { name: "approve" } }])).toEqual(["tool approve"]);
  });

  it.each(OPERATIONS)("shows $id by an example for each of its answers, as the contract says", (operation) => {
    expect(faultsOf(operation)).toEqual([]);
  });

  it("says which operation has no example, or one that is not what it takes and answers", () => {
    expect(faultsOf({ ...first, examples: [] })).toEqual([`${first.id} has 0 examples of 1`]);
    expect(faultsOf({ ...first, examples: [{ query: { is: "something else" } }] })[0]).toContain(`${first.id}: query`);
    const response = z.object({ unheardOf: z.string() });
    expect(faultsOf({ ...first, response })[0]).toContain(`${first.id}: answer`);
  });

  it.each(named)("names $id as a thing and what is done with it", ({ id, tag }) => {
    expect(id).toMatch(tag === "Search" ? /^search$/ : /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/); // team-session.start
  });

  it.each(named)("has $id read with GET and change with everything else", ({ method, body, conditional }) => {
    if (method === "GET") expect({ body, conditional }).toEqual({ body: undefined, conditional: undefined });
  });
});
