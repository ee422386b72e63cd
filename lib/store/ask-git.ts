import { execFile } from "node:child_process";
import { devNull } from "node:os";

/** How long git may take, and how much it may answer: milliseconds, bytes. */
const PATIENCE_MS = 2_000;
const MOST_BYTES = 1_000_000;

/** What a repository may have git run is switched off, and so is what would write to it. */
const QUIET = [
  "core.fsmonitor=false",
  `core.hooksPath=${devNull}`,
  "core.untrackedCache=false",
  "log.showSignature=false",
];

/** No settings but the repository's own, no prompt, no lock, and nothing is fetched. */
const ALONE = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: devNull,
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "",
};

/**
 * What git answers to a question in a folder, by its NUL-separated parts; none where it does not answer in time, or is not there. Ask it of trees
 * and of the index alone: to compare files, git runs the filters that a repository names.
 */
function askGit(folder: string, args: readonly string[]): Promise<string[]> {
  const set = QUIET.flatMap((each) => ["-c", each]);
  const options = {
    cwd: folder,
    env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env["PATH"], ...ALONE },
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
    maxBuffer: MOST_BYTES,
  } as const;
  return new Promise((resolve) => {
    execFile("git", ["--no-pager", "--literal-pathspecs", ...set, ...args], options, (error, said) => {
      resolve(error === null ? said.split("\0").map((part) => part.trim()) : []);
    });
  });
}

/**
 * Where git knows a file below a folder to be that is no longer at its path: the names that the index or the commit which took it away gave
 * it, and files of its name that git does not know yet. Paths below the folder.
 */
export async function findRenamed(folder: string, path: string): Promise<string[]> {
  const renames = ["-M", "--diff-filter=R", "--name-status", "-z", "--relative", "--no-ext-diff", "--no-textconv"];
  const [staged, [commit = ""], fresh] = await Promise.all([
    askGit(folder, ["diff-index", "--cached", ...renames, "HEAD"]),
    askGit(folder, ["log", "-1", "--format=%H", "--diff-filter=D", "--", path]),
    askGit(folder, ["ls-files", "--others", "--exclude-standard", "-z"]),
  ]);
  const committed =
    commit === "" ? [] : await askGit(folder, ["diff-tree", "-r", "--no-commit-id", ...renames, commit]);
  const after = (all: string[]) => all.filter((_, at) => all[at - 1] === path && /^R\d*$/.test(all[at - 2] ?? ""));
  const name = path.slice(path.lastIndexOf("/") + 1);
  const sameName = fresh.filter((each) => each.slice(each.lastIndexOf("/") + 1) === name);
  return [...after(staged), ...after(committed), ...sameName.slice(0, 5)];
}
