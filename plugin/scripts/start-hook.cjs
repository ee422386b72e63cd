// Starts the hook of the Wardroom that put this file here, wherever that is installed: local.json beside this file says where, and is
// kept out of the repository. Where it is missing, as in a fresh clone, nothing is held to rules and nothing is said.
const { existsSync, readFileSync } = require("node:fs");
const path = require("node:path");

const local = read(path.join(__dirname, "local.json")) ?? read(path.join(mainCheckout(__dirname), "local.json"));
if (typeof local?.script !== "string" || !existsSync(local.script)) {
  if (process.argv[2] === "headers") process.stdout.write("{}");
  if (process.env["WARDROOM_HOOK_DEBUG"]) console.error(`${__dirname} names no Wardroom: run wardroom up here.`);
} else {
  process.env["WARDROOM_DATA"] ||= local.data;
  if (local.script.endsWith(".cjs")) require(local.script);
  else import(require("node:url").pathToFileURL(local.script).href); // the hook of an earlier version
}

/** @param {string} file @returns {{data?: string, script?: string} | undefined} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * The same folder in the checkout that a worktree belongs to; itself where this is no worktree.
 * @param {string} folder
 */
function mainCheckout(folder) {
  for (let root = folder; path.dirname(root) !== root; root = path.dirname(root)) {
    const git = path.join(root, ".git");
    if (!existsSync(git)) continue;
    try {
      const [, place = ""] = /^gitdir: (.+)$/m.exec(readFileSync(git, "utf8")) ?? []; // gitdir: /srv/shop/.git/worktrees/one
      return path.join(path.resolve(root, place, "../../.."), path.relative(root, folder));
    } catch {
      return folder;
    }
  }
  return folder;
}
