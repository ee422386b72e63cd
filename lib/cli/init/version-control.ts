import { greatest } from "@/lib/core/lists";
/** What a folder or file of Wardroom is to version control. */
export interface KeptOrNot {
  path: string;
  /** Whether it belongs in the repository. */
  keep: boolean;
  why: string;
}

/** What belongs in a project's repository and what in its .gitignore, each with the reason. */
export const VERSION_CONTROL: readonly KeptOrNot[] = [
  {
    path: "CLAUDE.md, AGENTS.md, .claude/agents/",
    keep: true,
    why: "everybody's agents work by the same rules",
  },
  { path: ".agent/teams/*/phase-*/", keep: true, why: "the records of gates are read with the code" },
  {
    path: ".agent/teams/*/*",
    keep: false,
    why: "agents write these files all the time: a checkout, rebase or stash would take their lines away",
  },
  { path: ".microai/", keep: true, why: "teams load the same knowledge everywhere" },
  { path: ".kaizen/", keep: false, why: "what an agent learned on one machine changes with every session" },
  {
    path: ".wardroom/",
    keep: false,
    why: "a database and the owner's token, where Wardroom's data lies in the project",
  },
];

/** The same as a table of text, with the lines of .gitignore in front of their reasons. */
export function sayVersionControl(): string {
  const width = greatest(VERSION_CONTROL.map(({ path }) => path.length));
  const rows = VERSION_CONTROL.map(({ path, keep, why }) => {
    return `  ${keep ? "commit" : "ignore"}  ${path.padEnd(width)}  ${why}`;
  });
  return (
    `In version control:\n${rows.join("\n")}\n` +
    "If git tracks files below .agent/teams already, this leaves them as they are and ends that: git rm -r --cached .agent/teams\n"
  );
}
