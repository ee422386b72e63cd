import { expect, it } from "vitest";
import { answerEarly } from "@/lib/api/starting";
import { call, HOST, problem, serve } from "@/lib/api/testing/api.fixture";
import { TestWardroom } from "@/lib/services/testing/test-wardroom.fixture";

const wardroom = await TestWardroom.open();

const ask = async (what: "live" | "ready") => {
  const answer = await call("GET", `/api/health/${what}`, { token: null });
  return { code: answer.status, ...((await answer.json()) as object) };
};

it("is live whatever it does, and ready until it drains", async () => {
  globalThis.wardroomRuntime = new Promise(() => {});
  expect(await ask("live")).toEqual({ code: 200, status: "live" });
  expect(await ask("ready")).toEqual({ code: 503, status: "starting", problem: null });
  serve(wardroom);
  expect(await ask("ready")).toEqual({ code: 200, status: "ready", problem: null });
  wardroom.runtime.drain();
  expect(await ask("ready")).toEqual({ code: 503, status: "draining", problem: null });
  expect(await ask("live")).toEqual({ code: 200, status: "live" });
  expect((await call("GET", "/api/v1/me")).status).toBe(200);
});

it("tells nothing to who names another server", async () => {
  for (const what of ["live", "ready"])
    await problem("forbidden", call("GET", `/api/health/${what}`, { token: null, headers: { host: "evil.example" } }));
});

it("answers before it has started, and leaves every other request to wait", async () => {
  const early = (target: string, headers = { host: HOST }, method = "GET") => answerEarly(method, target, headers);
  expect(early("/api/health/live")?.status).toBe(200);
  const ready = early("/api/health/ready");
  expect({ code: ready?.status, body: await ready?.json() }).toEqual({
    code: 503,
    body: { status: "starting", problem: null },
  });
  expect(early("/api/health/ready", { host: "evil.example" })?.status).toBe(403);
  for (const target of ["/api/health", "/", "/api/health/ready?x", "//api/health/live"])
    expect(early(target)).toBeNull();
  expect(early("/api/health/live", { host: HOST }, "POST")).toBeNull();
});
