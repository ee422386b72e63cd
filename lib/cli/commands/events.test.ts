import { expect, it } from "vitest";
import { serve } from "@/lib/api/testing/api.fixture";
import { wardroomCli } from "@/lib/cli/testing/cli.fixture";
import { OWNER } from "@/lib/services/testing/callers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";

const wardroom = await TestWardroom.open();
serve(wardroom);

it("shows a person's events by name in any case or by id, and says who there is otherwise", async () => {
  const body = { name: "Dana", role: "lead" } as const;
  const { person } = await wardroom.services.people.add(OWNER, { workspace: "demo" }, body, PLAIN_REQUEST);
  for (const called of ["dana", person.id]) {
    const { code, out } = await wardroomCli(wardroom, ["events", "--person", called, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ items: [{ action: "person.added", target: "Dana" }] });
  }
  const csv = await wardroomCli(wardroom, ["events", "--person", "Dana", "--format", "csv"]);
  expect(csv.out.trim().split("\n")).toHaveLength(2);
  const nobody = await wardroomCli(wardroom, ["events", "--person", "Nobody"]);
  expect(nobody).toMatchObject({ code: 4, out: "" });
  expect(nobody.err).toContain("wardroom person list");
});
