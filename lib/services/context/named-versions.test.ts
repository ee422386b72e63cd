import { describe, expect, it } from "vitest";
import { setVersion } from "@/lib/core/context/version";
import { ifMatch, OWNER } from "@/lib/services/testing/callers.fixture";
import { PLAIN_REQUEST } from "@/lib/services/workspace/caller";
import { CONTEXT, ContextSession } from "@/lib/services/testing/context-session.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const V2 = `${CONTEXT}\nOne sentence more.\n`;
const V3 = `${V2}\nAnd another one.\n`;
const V4 = `${V3}\nThe last one.\n`;
const open = (id: string) => ContextSession.open(wardroom, id, ["implementer-1", "tester-1"]);

const wardroom = await TestWardroom.open();

describe("a version", () => {
  it("is said to be published by the person who did it, for the role they led in", async () => {
    const demo = await open("signed");
    const { people, authentication, moments } = wardroom.services;
    const workspace = { workspace: demo.params.workspace };
    const { token } = await people.add(OWNER, workspace, { name: "Robin", role: "lead" }, PLAIN_REQUEST);
    const robin = await authentication.authenticate({ token, source: "ui", role: null });
    await demo.publish(CONTEXT);
    const latest = ifMatch((await demo.service.read(OWNER, demo.params)).etag.slice(1, -1));
    await demo.service.publish(robin, demo.params, { text: V2 }, { dryRun: false }, latest);
    const { items } = await demo.service.list(OWNER, demo.params);
    expect(items.map(({ actor, person }) => [actor, person?.name])).toEqual([
      ["Lead", "Robin"],
      ["Lead", undefined],
    ]);
    const { published } = await demo.service.read(OWNER, demo.params);
    expect(published).toMatchObject({ actor: "Lead", person: { name: "Robin" } });
    expect((await moments.read(OWNER, demo.params, {})).context.by).toBe("Robin");
  });
});

describe("a file changed on disk", () => {
  it("with a version that went backwards says so, and the next one goes on", async () => {
    const demo = await open("backwards");
    for (const text of [CONTEXT, V2, V3]) await demo.publish(text);
    await demo.put("global-context.md", setVersion(V4, "GC-v1"));
    const { version, draft, diagnostics } = await demo.service.read(OWNER, demo.params);
    expect({ version, draft }).toEqual({ version: "GC-v3", draft: true });
    expect(diagnostics).toMatchObject([{ code: "other_version", message: expect.stringContaining("GC-v4") as string }]);
    expect((await demo.publishOver(V4)).version).toBe("GC-v4");
  });

  it("with a later version keeps that one, and whoever is behind gets all of it", async () => {
    const demo = await open("ahead");
    for (const text of [CONTEXT, V2, V3]) await demo.publish(text);
    await demo.ack("implementer-1", 3);
    await demo.put("global-context.md", setVersion(V4, "GC-v6"));
    const { version, next } = await demo.service.read(OWNER, demo.params);
    expect({ version, next }).toEqual({ version: "GC-v3", next: "GC-v6" });
    const published = await demo.publishOver(V4);
    expect(published.version).toBe("GC-v6");
    expect(ContextSession.modesOf(published)).toEqual(["implementer-1 full FC-1", "tester-1 full FC-3"]);
    expect(await demo.file("global-context.md")).toBe(setVersion(V4, "GC-v6"));
    expect((await demo.publish(V3)).version).toBe("GC-v7");
  });

  it("with a version out of all reason goes on from the last one", async () => {
    const demo = await open("slip");
    await demo.publish(CONTEXT);
    await demo.put("global-context.md", setVersion(V2, "GC-v999999999"));
    expect((await demo.publishOver(V2)).version).toBe("GC-v2");
  });
});
