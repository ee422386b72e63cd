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
 * What git answers to a question in a folder, by its NUL-separated parts; none where it does not answer in time, or is not there. To compare files,
 * git runs the filters that a repository names: whoever asks for that gives `more` settings, which name each of them and take it away.
 */
function askGit(folder: string, args: readonly string[], more: readonly string[] = []): Promise<string[]> {
  const set = [...QUIET, ...more].flatMap((each) => ["-c", each]);
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

/** What a branch changed since it left this one, or files of another working tree that are not committed. Paths below the folder. */
export interface Elsewhere {
  /** The branch; of a working tree without one, its folder's name. */
  branch: string;
  files: string[];
  committed: boolean;
}

/** More branches and working trees are not asked about, the ones changed last first. */
const MOST_PLACES = 8;

/** What was changed since `since` on other branches and in other working trees of the repository in which a folder lies. */
export async function findChangedElsewhere(folder: string, since: Date): Promise<Elsewhere[]> {
  const branches = await askGit(folder, [
    ...["for-each-ref", "--sort=-committerdate", `--count=${MOST_PLACES}`],
    ...["--format=%(committerdate:unix) %(refname)%00", "refs/heads"],
  ]);
  if (branches.length === 0) return [];
  const recent = branches.flatMap((said) => {
    const [, at, ref] = /^(\d+) refs\/heads\/(.+)$/.exec(said) ?? []; // "1764500000 refs/heads/fix/cart"
    return ref === undefined || Number(at) * 1000 < since.getTime() ? [] : [ref];
  });
  const names = ["-r", "--name-only", "-z", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv"];
  const [committed, trees] = await Promise.all([
    Promise.all(
      recent.map(async (branch): Promise<Elsewhere> => {
        const files = await askGit(folder, ["diff-tree", ...names, "--merge-base", "HEAD", `refs/heads/${branch}`]);
        return { branch, files, committed: true };
      }),
    ),
    listTrees(folder),
  ]);
  const open = await Promise.all(
    trees.map(async ({ branch, below }): Promise<Elsewhere> => {
      return { branch, files: await findUncommitted(below), committed: false };
    }),
  );
  const named = [...open, ...committed].map((each) => ({ ...each, files: each.files.filter((file) => file !== "") }));
  return named.filter(({ files }) => files.length > 0);
}

/** The other working trees of a folder's repository, each with the folder in it that answers to this one. */
async function listTrees(folder: string): Promise<{ branch: string; below: string }[]> {
  const place = ["rev-parse", "--path-format=absolute", "--git-common-dir"];
  const [said, [prefix = ""], [common], [top]] = await Promise.all([
    askGit(folder, ["worktree", "list", "--porcelain", "-z"]),
    askGit(folder, ["rev-parse", "--show-prefix"]),
    askGit(folder, place),
    askGit(folder, ["rev-parse", "--show-toplevel"]),
  ]);
  const found: { branch: string; path: string }[] = [];
  for (const line of said) {
    const [, word, value = ""] = /^(worktree|branch) (.+)$/.exec(line) ?? []; // "worktree /srv/fix", "branch refs/heads/fix"
    const last = found.at(-1);
    if (word === "worktree") found.push({ path: value, branch: value.slice(value.lastIndexOf("/") + 1) });
    else if (word === "branch" && last !== undefined) last.branch = value.replace("refs/heads/", "");
  }
  const others = found.filter(({ path }) => path !== top).slice(0, MOST_PLACES);
  // A list may name a folder that belongs to another repository.
  const isOurs = async ({ path }: { path: string }) => (await askGit(path, place))[0] === common;
  const ours = await Promise.all(others.map(isOurs));
  return others.flatMap(({ branch, path }, at) => (ours[at] === true ? [{ branch, below: `${path}/${prefix}` }] : []));
}

/** Files of a working tree that differ from its index, and those that git does not know yet. */
async function findUncommitted(folder: string): Promise<string[]> {
  const keys = await askGit(folder, ["config", "-z", "--name-only", "--list"]);
  // No repository is without settings: it did not answer, and its filters are not known.
  if (keys.length === 0) return [];
  const named = keys.filter((key) => key.startsWith("filter."));
  const filters = new Set(named.map((key) => key.slice(0, key.lastIndexOf("."))));
  // "filter.a=b": such a name no setting can take away.
  if ([...filters].some((name) => name.includes("="))) return [];
  const off = [...filters].flatMap((name) => [`${name}.clean=`, `${name}.process=`, `${name}.required=false`]);
  const changed = ["diff-files", "--name-only", "-z", "--relative", "--ignore-submodules=all", "--no-ext-diff"];
  const [known, fresh] = await Promise.all([
    askGit(folder, [...changed, "--no-textconv"], off),
    askGit(folder, ["ls-files", "--others", "--exclude-standard", "-z"]),
  ]);
  return [...new Set([...known, ...fresh])];
}
