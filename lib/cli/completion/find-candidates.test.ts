import { describe, expect, it } from "vitest";
import { Command } from "commander";
import { findExpected } from "@/lib/cli/commands/completion";

function tree(): Command {
  const program = new Command("wardroom").option("--json").option("-w, --workspace <name>");
  const session = program.command("session").description("sessions");
  session.command("show").argument("<session>").option("--state <states>");
  session.command("list");
  program.command("say").argument("<role>").argument("<tag>").argument("<text...>").option("-s, --session <session>");
  program.command("publish").argument("[file]");
  program.command("archive").argument("[items...]");
  session.command("restore").argument("<session>");
  const history = program.command("history");
  history.command("show").argument("<revision>");
  history.command("diff").argument("<from>").argument("[to]");
  const gate = program.command("gate");
  gate.command("open").argument("<phase>");
  gate.command("conclude").argument("<gate>").argument("<result>").option("--archive <item>");
  gate.command("list");
  program.command("token").command("revoke").argument("<token>").option("--token <token>");
  program.command("context").command("delta").argument("[from]");
  program.command("__complete", { hidden: true });
  return program;
}

const values = (...words: string[]) => findExpected(tree(), words).candidates.map(({ value }) => value);

describe("what may stand at the cursor", () => {
  it("is a command of the tree", () => {
    expect(values("")).toEqual([...["session", "say", "publish", "archive", "history", "gate", "token", "context"]]);
    expect(values("session", "s")).toEqual(["show", "list", "restore"]);
    expect(values("--json", "session", "")).toEqual(["show", "list", "restore"]);
  });

  it("is an option of the command, and of those above it", () => {
    expect(values("session", "show", "-")).toEqual(["--state", "--json", "--workspace", "--help"]);
    expect(values("session", "show", "x", "--st")).toContain("--state");
  });

  it.each<[string[], string | undefined]>([
    [["session", "show", ""], "sessions"],
    [["say", ""], "roles"],
    [["say", "-s", ""], "sessions"],
    [["say", "--session", "=", ""], "sessions"],
    [["--workspace", ""], "workspaces"],
    [["archive", "a", "b", ""], "items"],
    [["session", "list", ""], undefined],
    [["session", "restore", ""], "deletedSessions"],
    [["history", "show", ""], "revisions"],
    [["history", "diff", "1", ""], "revisions"],
    [["context", "delta", ""], undefined],
    [["gate", "conclude", ""], "openGates"],
    [["gate", "conclude", "x", "rejected", "--archive", ""], "items"],
    [["gate", "open", ""], undefined],
    [["token", "revoke", ""], "tokens"],
    [["token", "revoke", "--token", ""], undefined],
  ])("after %j is one of the %s", (words, ids) => {
    expect(findExpected(tree(), words).ids).toBe(ids);
  });

  it("is a word of a list", () => {
    expect(values("say", "implementer-1", "")).toContain("finding");
    expect(values("session", "show", "x", "--state", "")).toEqual(["active", "archived", "resolved", "all"]);
    expect(values("say", "implementer-1", "finding", "")).toEqual([]);
    expect(values("gate", "conclude", "x", "")).toEqual(["approved", "conditional_pass", "rejected"]);
  });

  it("is a file", () => {
    expect(findExpected(tree(), ["publish", ""]).files).toBe(true);
  });

  it("remembers what was said before", () => {
    expect(findExpected(tree(), ["-w", "shop", "say", "--session=a", ""]).given).toEqual({
      workspace: "shop",
      session: "a",
    });
    expect(findExpected(tree(), ["say", "--session", "=", "a", "--", "-x", ""]).given).toEqual({ session: "a" });
  });
});
