import { expect, it } from "vitest";
import { addressKind, fault, groupFaults } from "@/lib/soak/fault.fixture";

it("tells every kind of fault, however many of another kind came before it", () => {
  const many = Array.from({ length: 456 }, (_, index) => fault("431 is not in the document", `GET /${index}`));
  const kinds = groupFaults([...many, fault("500: a fault of the server", "POST /rare"), "the history does not fit"]);
  expect(kinds).toEqual([
    { count: 456, reason: "431 is not in the document", places: ["GET /0", "GET /1", "GET /2"] },
    { count: 1, reason: "500: a fault of the server", places: ["POST /rare"] },
    { count: 1, reason: "the history does not fit", places: [] },
  ]);
});

it("counts faults together whose reasons differ in a number, an id or a quoted text", () => {
  const lost = (text: string, kill: number) => fault(`"${text}" is in neither file nor history`, `kill ${kill}`);
  expect(groupFaults([lost("a", 1), lost('b \\"c', 2), lost("d", 3)])).toHaveLength(1);
  expect(groupFaults(["took 2100 ms of 5d7e0c1b2a39", "took 3456 ms of 99aa00bb11cc"])).toHaveLength(1);
  expect(groupFaults(["400: a", "400: b"])).toHaveLength(2);
});

it("names an address by its kind", () => {
  expect(addressKind("/api/v1/workspaces/demo/sessions/s17/memory?x=1")).toBe(
    "/api/v1/workspaces/demo/sessions/*/memory",
  );
});
