import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { updateRepair } from "@/lib/db/repairs";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { actingAs, OWNER } from "@/lib/services/testing/callers.fixture";
import { addLine } from "@/lib/services/testing/outside-writers.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const TEXT = "# T\n\n## editor\n- [Finding] first\n\n## implementer-1\n- [Finding] one\n";

it("makes at the next start a repair that was due when its process died", async () => {
  const wardroom = await TestWardroom.open();
  const session = await wardroom.session("due", [], TEXT);
  const add = (text: string) =>
    wardroom.services.memory.add(actingAs("implementer-1"), session.params, { tag: "Finding", text }, PLAIN_REQUEST);
  const demo = { workspace: "demo" };
  await wardroom.services.repairs.configure(OWNER, demo, { mode: "observe" }, PLAIN_REQUEST);
  await add("fresh");
  await writeFile(session.path, addLine(TEXT, "- [Finding] mine"));
  await wardroom.services.memory.read(OWNER, session.params);
  const [repair] = (await wardroom.services.repairs.list(OWNER, demo, {})).items;
  // A repair is due in this mode; the mode above only kept it from being made at once.
  await wardroom.services.repairs.configure(OWNER, demo, { mode: "propose" }, PLAIN_REQUEST);
  await wardroom.close();

  // As a process leaves it that dies after it found the save and before it put the lines back.
  const database = await wardroom.openDatabase();
  await database.transaction((queries) => updateRepair(queries, repair?.id ?? "", { state: "due" }));
  await database.close();

  await wardroom.reopen();
  await add("afterwards"); // waits for its turn behind the repair
  expect(await session.text()).toContain("- [Finding] fresh\n");
  expect((await wardroom.services.repairs.list(OWNER, demo, {})).items).toMatchObject([{ state: "applied" }]);
});
