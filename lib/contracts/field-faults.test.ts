import { expect, it } from "vitest";
import { z } from "zod";
import { CloseAgentSession } from "@/lib/contracts/agents";
import { GiveAck } from "@/lib/contracts/context";
import { fieldFaults, parseInput } from "@/lib/contracts/parse-input";
import { AddItem } from "@/lib/contracts/memory";

function faults(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : fieldFaults(error).map(({ path, message }) => `${path}: ${message}`);
}

const FIELDS = { role: "mina", version: "GC-v1", applied: 1, total: 1, action: "CONTINUE" };

it("names the field of the shape that was meant", () => {
  expect(faults(GiveAck, { ...FIELDS, action: "CHEER" })).toEqual([expect.stringMatching(/^action: .*"PAUSE"/)]);
  expect(faults(GiveAck, { ...FIELDS, total: undefined })).toEqual([expect.stringMatching(/^total: /)]);
  expect(faults(GiveAck, { role: "mina", text: "" })).toEqual([expect.stringMatching(/^text: /)]);
  expect(faults(GiveAck, { role: "mina", version: "GC-v1" })).toEqual([
    expect.stringMatching(/^applied: /),
    expect.stringMatching(/^total: /),
    expect.stringMatching(/^action: /),
  ]);
  expect(faults(GiveAck, { ...FIELDS, text: "[ACK] GC-v1" })).toEqual([': Unrecognized key: "text"']);
  const closed = (finding: unknown) => ({ summary: "x", outcome: "y", findings: ["a", finding] });
  expect(faults(CloseAgentSession, closed({ text: "b", entry: "1" }))).toEqual([
    expect.stringMatching(/^findings\.1\.choice: /),
  ]);
  expect(faults(CloseAgentSession, closed(""))).toEqual([expect.stringMatching(/^findings\.1: Too small/)]);
});

it("says of a value with none of the shapes what it had to be", () => {
  expect(faults(z.union([z.string(), z.object({ text: z.string() })]), 7)).toEqual(
    ["Invalid input: expected string, received number"].map((message) => `: ${message}`),
  );
});

it("tells plain faults as they are", () => {
  const schema = z.strictObject({ roles: z.array(z.object({ id: z.string() })) });
  expect(faults(schema, { roles: [{ id: 1 }], loud: true })).toEqual([
    "roles.0.id: Invalid input: expected string, received number",
    ': Unrecognized key: "loud"',
  ]);
});

it("asks for the value that was nearly given", () => {
  expect(() => parseInput(AddItem, { tag: "findign", text: "x" }, "the body", "")).toThrow(
    /"Gate"\. Did you mean Finding\?$/,
  );
  expect(() => parseInput(AddItem, { tag: "rumour", text: "x" }, "the body", "")).toThrow(/"Gate"$/);
});
