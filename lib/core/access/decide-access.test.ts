import fc from "fast-check";
import { expect, it } from "vitest";
import { decideAccess, isLead, type Subject, type Target } from "@/lib/core/access/decide-access";
import { DEEDS, type Deed } from "@/lib/core/access/deeds";
import { PERSON_ROLES } from "@/lib/core/access/person-role";

const deeds = fc.constantFrom(...(Object.keys(DEEDS) as Deed[]));
const people = fc.constantFrom(...PERSON_ROLES);
const roles = fc.constantFrom("Lead", "implementer-1", "tester-2", "ada-1");

const targets: fc.Arbitrary<Target> = fc.record(
  {
    workspace: fc.constantFrom("demo", "other"),
    session: fc.record({ key: fc.constantFrom(1, 2), id: fc.constant("alpha") }),
    role: roles,
    agent: fc.constantFrom("implementer", "scribe"),
    type: fc.constantFrom(null, "implementer", "reviewer"),
  },
  { requiredKeys: [] },
);

function person(kind: (typeof PERSON_ROLES)[number], workspace: string | null = "demo"): Subject {
  return { kind, role: null, sessionKey: null, workspace };
}

const may = (subject: Subject, deed: Deed, target: Target) => decideAccess(subject, deed, target) === null;

it("lets each person do all that a person with less may do", () => {
  fc.assert(
    fc.property(deeds, targets, (deed, target) => {
      const answers = PERSON_ROLES.map((kind) => may(person(kind), deed, target));
      expect(answers).toEqual(answers.toSorted());
    }),
  );
});

it("lets a person who leads do what a Lead's token may, in every session of the workspace", () => {
  fc.assert(
    fc.property(deeds, targets, (deed, target) => {
      const token: Subject = { kind: "role", role: "Lead", sessionKey: target.session?.key ?? 1, workspace: "demo" };
      if (may(token, deed, target)) expect(may(person("lead"), deed, target)).toBe(true);
    }),
  );
});

it("keeps people within their workspace, whatever they may do there", () => {
  fc.assert(
    fc.property(people, deeds, targets, (kind, deed, target) => {
      expect(may(person(kind), deed, { ...target, workspace: "other" })).toBe(false);
    }),
  );
});

it("leaves what concerns every workspace to the owner of all", () => {
  const operators = (Object.keys(DEEDS) as Deed[]).filter((deed) => DEEDS[deed] === "operator");
  expect(operators).not.toEqual([]);
  for (const deed of operators) {
    expect(may(person("owner", null), deed, {})).toBe(true);
    for (const kind of PERSON_ROLES) expect(may(person(kind), deed, {})).toBe(false);
  }
});

it("says what to do instead in every refusal", () => {
  fc.assert(
    fc.property(people, deeds, targets, (kind, deed, target) => {
      const refusal = decideAccess(person(kind), deed, target);
      if (refusal === null) return;
      expect(refusal.code).toBe("forbidden");
      expect(refusal.details.hint).toMatch(/\w/);
    }),
  );
});

it("takes nobody for the Lead but those who lead", () => {
  expect(PERSON_ROLES.filter((kind) => isLead(person(kind)))).toEqual(["lead", "owner"]);
  expect(isLead({ kind: "owner", role: "tester-1" })).toBe(false);
});
