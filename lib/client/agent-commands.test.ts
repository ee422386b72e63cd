import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { agentBrief, agentCommands } from "./agent-commands";

const scope = { workspace: "it's", session: "원장 도입" };

test("a shell reads each command as meant, whatever is in the names", () => {
  const [keep, read, add] = agentCommands("http://127.0.0.1:4100", scope, "wr_a'b$c");
  const words = (command = "") =>
    execFileSync("sh", ["-c", `${keep?.command ?? ""}; printf '%s\\n' ${command.replace("curl ", "")}`]).toString();
  expect(words(read?.command)).toBe(
    [
      "-sS",
      "-H",
      "Authorization: Bearer wr_a'b$c",
      "-H",
      "Accept: text/markdown",
      "http://127.0.0.1:4100/api/v1/workspaces/it's/sessions/%EC%9B%90%EC%9E%A5%20%EB%8F%84%EC%9E%85/memory",
      "",
    ].join("\n"),
  );
  const body = words(add?.command)
    .split("\n")
    .find((word) => word.startsWith("{"));
  expect(JSON.parse(body ?? "")).toEqual({ tag: "Finding", text: "What I found out" });
});

test("the brief holds every command", () => {
  const brief = agentBrief("http://h", { workspace: "w", session: "s" }, "tester-1", "t");
  for (const { command } of agentCommands("http://h", { workspace: "w", session: "s" }, "t"))
    expect(brief).toContain(command);
});
