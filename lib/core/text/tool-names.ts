import { foldName } from "@/lib/core/text/fold-name";

/** Part of the name of every temporary file of ours, such as `.TEAM-MEMORY.md.5f2c.wardroom-tmp`. */
const TEMPORARY_MARK = ".wardroom-tmp";

/** Texts and data that agents obey, and tools run, wherever they find them. Other forms of files are ours nowhere. */
const LOADED = [
  // CLAUDE.md, AGENTS.override.md
  /^(?:claude|agents?|gemini|qwen|crush|warp|iflow|codex|codebuddy|opencode|replit|skill)(?:\.(?:local|override))?\.md$/,
  /^(?:copilot-instructions\.md|cmakelists\.txt|conanfile\.txt|(?:requirements|constraints)[^/]*\.txt)$/,
  // package.json, tsconfig.base.json, settings.local.json
  /^(?:package|package-lock|npm-shrinkwrap|composer|deno|bower|lerna|nx|rush|turbo|project|workspace|angular|biome)\.json$/,
  /^(?:vercel|now|firebase|eas|app|nodemon|dub|elm|vcpkg|global|launchsettings|cmake(?:user)?presets|devcontainer)\.json$/,
  /^(?:settings|mcp|hooks|plugin|marketplace|opencode|tasks|launch|tslint|cypress|pyrightconfig)(?:\.[\w-]+)?\.json$/,
  /^(?:ts|js)config(?:\.[\w-]+)*\.json$|\.config\.(?:json|ya?ml)$/,
  // docker-compose.override.yml, Taskfile.dist.yaml, lefthook-local.yaml
  /^(?:(?:docker-)?compose|taskfile|lefthook|serverless|snapcraft)(?:[.-][\w.-]+)?\.(?:ya?ml|json)$/,
  /^(?:pnpm-workspace|pnpm-lock|mkdocs|skaffold|chart|kustomization|pubspec|package|stack|shard|dvc|environment)\.ya?ml$/,
  /^(?:action|buildspec|cloudbuild|appveyor|(?:azure|bitbucket)-pipelines|render|app|process|ecosystem)\.(?:ya?ml|json)$/,
];

/** Example: `GIT~1`, by which some Windows disks know `.git`. */
const SHORT_NAME = /^.{1,6}~\d+(?:\..{0,3})?$/u;

/** Names that are devices on Windows, whatever follows. Example: `con`, `NUL.txt`, `COM¹`. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(?:[.:]|$)/u;

/** Example: the joiner in ".g\u200Dit". */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** What separates, ends or hides the rest of a name on some disk. Example: `CLAUDE.md::$DATA`, `a\b`. */
const SEPARATOR = /[\\/:\p{Cc}]|%(?:2e|2f|5c|00)/iu;

/**
 * Why a name may not stand in a path of ours, as the end of a sentence; null when it may. Refused is what agents obey and tools read as
 * configuration, in every spelling that some file system takes for the same, what leads elsewhere, and what Wardroom sweeps.
 */
export function findToolName(name: string): string | null {
  if (name === "" || SEPARATOR.test(name) || !name.isWellFormed()) return "is no single name on every system";
  // Disks of a Mac leave invisible characters out of account.
  const folded = foldName(name.normalize("NFKC").replace(INVISIBLE, ""));
  if (isTemporaryName(folded)) return "is a name Wardroom gives its temporary files, which it sweeps away";
  if (folded === "" || folded.startsWith("."))
    return "begins with a dot, as what tools read as their configuration does";
  // Those of Windows leave them out.
  if (/[\s.]$/u.test(folded)) return "ends with a dot or a blank, which some disks leave out";
  if (DEVICE.test(folded) || DEVICE.test(name)) return "is a device on Windows";
  if (SHORT_NAME.test(folded)) return "may be another spelling of a hidden name";
  return LOADED.some((each) => each.test(folded)) ? "is a name that tools or agents load by themselves" : null;
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
