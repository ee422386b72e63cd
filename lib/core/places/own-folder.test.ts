import { expect, it } from "vitest";
import { ownDataFolder } from "@/lib/core/places/own-folder";

it("is beside package.json in a checkout, and at home where the next installation would delete it", () => {
  expect(ownDataFolder("/srv/wardroom", "/home/mina")).toBe("/srv/wardroom/.wardroom");
  expect(ownDataFolder("/srv/my_node_modules/wardroom", "/home/mina")).toBe("/srv/my_node_modules/wardroom/.wardroom");
  for (const installed of ["/usr/lib/node_modules/wardroom", "C:\\shop\\node_modules\\wardroom"])
    expect(ownDataFolder(installed, "/home/mina")).toBe("/home/mina/.wardroom");
});
