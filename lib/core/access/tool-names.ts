/** Part of the name of every temporary file of ours, such as `.TEAM-MEMORY.md.5f2c.wardroom-tmp`. */
const TEMPORARY_MARK = ".wardroom-tmp";

/** Files and folders whose presence makes some tool run or obey what is in them, beside all that begin with a dot. */
const TOOL_NAMES = new Set([
  // A folder with a HEAD, objects and refs is a repository without a dot in its name, and its config names programs.
  ...["head", "hooks", "node_modules", "__pycache__"],
  // What agents take for instructions wherever it lies.
  ...["claude.md", "claude.local.md", "agents.md", "agents.override.md", "agent.md", "gemini.md", "skill.md"],
  "copilot-instructions.md",
  // What build tools, test runners and shells run when they are started beside it.
  ...["package.json", "package-lock.json", "pnpm-workspace.yaml", "deno.json", "bunfig.toml", "tsconfig.json"],
  ...["makefile", "gnumakefile", "justfile", "rakefile", "gemfile", "vagrantfile", "dockerfile", "jenkinsfile"],
  ...["conftest.py", "setup.py", "sitecustomize.py", "usercustomize.py", "pyproject.toml", "tox.ini", "noxfile.py"],
  ...["cargo.toml", "build.rs", "build.gradle", "pom.xml", "cmakelists.txt", "build.xml", "build.bazel"],
  ...["desktop.ini", "autorun.inf"],
]);

/** Example: `GIT~1`, by which some Windows disks know `.git`. */
const SHORT_NAME = /^.{1,6}~\d+(?:\..{0,3})?$/;

/** Example: `vite.config.ts`, `eslint.config.mjs`. */
const CONFIG_SCRIPT = /\.config\.[cm]?[jt]s$/;

/**
 * Why a name may not stand in a path that a caller gives, as the end of a sentence; null when it may. Refused is what tools
 * execute or read as configuration, in every spelling that some file system takes for the same, and what Wardroom sweeps.
 * The folders it works in itself, such as `.kaizen`, are never part of what a caller gives.
 */
export function findToolName(name: string): string | null {
  // Disks of a Mac leave invisible characters out of account, and those of Windows blanks and dots at the end.
  const folded = name
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "") // matches the joiner in ".g\u200Dit"
    .replace(/[ .]+$/, "") // matches the " ." in ".git ."
    .toLowerCase();
  if (isTemporaryName(folded)) return "is a name Wardroom gives its temporary files, which it sweeps away";
  if (folded.startsWith(".") || (folded === "" && name !== ""))
    return "begins with a dot, as what tools read as their configuration does";
  if (TOOL_NAMES.has(folded) || CONFIG_SCRIPT.test(folded)) return "is a name that tools run or obey";
  return SHORT_NAME.test(folded) ? "may be another spelling of a hidden name" : null;
}

/** Whether a name is one of our temporary files', in whatever case: what is called so is swept away. */
export function isTemporaryName(name: string): boolean {
  return name.toLowerCase().includes(TEMPORARY_MARK);
}

/** The first name of a path with `/` that may not stand in it, and why; null when all may. */
export function findToolNameIn(path: string): { name: string; why: string } | null {
  for (const name of path.split("/")) {
    const why = findToolName(name);
    if (why !== null) return { name, why };
  }
  return null;
}
