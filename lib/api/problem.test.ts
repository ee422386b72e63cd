import { expect, it } from "vitest";
import { problemOf } from "@/lib/api/problem";

it.each(["EMFILE", "ENFILE"])("tells of %s, also as the cause of another error, as busy with what to do", (code) => {
  const system = Object.assign(new Error(`${code}: too many open files, open '/srv/secret'`), { code });
  for (const error of [system, new Error("a module could not be loaded", { cause: system })]) {
    const problem = problemOf(error, "/api/health");
    expect(problem).toMatchObject({ status: 503, code: "busy", hint: expect.stringContaining("ulimit -n") as string });
    expect(JSON.stringify(problem)).not.toContain("secret");
  }
});
