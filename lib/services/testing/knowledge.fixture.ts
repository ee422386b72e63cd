import { cp } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT, TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

export const DEMO = { workspace: "demo" };
export const SECURITY = { ...DEMO, team: "security-review" };
export const PAYMENTS = { ...DEMO, team: "payments-platform" };

/** A Wardroom on a copy of the bundled example's knowledge. */
export async function openExample(): Promise<TestWardroom> {
  const wardroom = await TestWardroom.open();
  await cp(join(PROJECT, "example/workspace/.microai"), join(wardroom.files, ".microai"), { recursive: true });
  return wardroom;
}

/** A file of the workspace as it is. */
export const read = (wardroom: TestWardroom, path: string) => wardroom.copy.text(path);

/** Writes a file as any program does. */
export const put = (wardroom: TestWardroom, path: string, text: string | Buffer) => wardroom.copy.put(path, text);

/** The ids of a list. */
export const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
