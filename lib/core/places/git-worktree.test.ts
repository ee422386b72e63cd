import { describe, expect, it } from "vitest";
import { findWorktree } from "@/lib/core/places/git-worktree";

const FILES: Record<string, string> = {
  "/srv/fix/.git": "gitdir: /srv/shop/.git/worktrees/fix\n",
  "/srv/shop/.git/worktrees/fix/commondir": "../..\n",
  "/srv/near/.git": "gitdir: ../shop/.git/worktrees/near",
  "/srv/shop/.git/worktrees/near/commondir": "../..",
  "/srv/shop/vendor/.git": "gitdir: ../.git/modules/vendor\n",
  "/srv/bare/main/.git": "gitdir: /srv/bare/.bare/worktrees/main\n",
  "/srv/bare/.bare/worktrees/main/commondir": "../..\n",
  "/srv/bare/.bare/worktrees/main/HEAD": "ref: refs/heads/main\n",
  "/srv/bare/.bare/worktrees/main/gitdir": "/srv/bare/main/.git\n",
  "/srv/bare/.bare/HEAD": "ref: refs/heads/main\n",
  "/srv/bare/fix/.git": "gitdir: /srv/bare/.bare/worktrees/fix\n",
  "/srv/bare/.bare/worktrees/fix/commondir": "../..\n",
  "/srv/bare/.bare/worktrees/fix/HEAD": "ref: refs/heads/fix\n",
  "/srv/bare/.bare/worktrees/fix/gitdir": "/srv/bare/fix/.git\n",
  "/srv/hub/fix/.git": "gitdir: /srv/hub/.git/worktrees/fix\n",
  "/srv/hub/.git/config": "[core]\n\tbare = true\n",
  "/srv/hub/.git/HEAD": "ref: refs/heads/main\n",
  "/srv/hub/.git/worktrees/fix/commondir": "../..\n",
  "/srv/hub/.git/worktrees/fix/HEAD": "ref: refs/heads/fix\n",
  "/srv/gone/.git": "gitdir: /srv/removed/.git/worktrees/gone\n",
  "C:/fix/.git": "gitdir: C:\\shop\\.git\\worktrees\\fix\r\n",
  "C:/shop/.git/worktrees/fix/commondir": "../..\n",
};
const find = (folder: string) =>
  findWorktree(folder, {
    read: (path) => FILES[path] ?? null,
    list: (path) => [
      ...new Set(
        Object.keys(FILES).flatMap((file) =>
          file.startsWith(`${path}/`) ? (file.slice(path.length + 1).split("/")[0] ?? []) : [],
        ),
      ),
    ],
  });

describe("a git worktree", () => {
  it.each([
    ["/srv/fix", "/srv/fix", "/srv/shop"],
    ["/srv/fix/apps/web", "/srv/fix", "/srv/shop/apps/web"],
    ["/srv/near/src", "/srv/near", "/srv/shop/src"],
    ["C:/fix/src", "C:/fix", "C:/shop/src"],
    ["/srv/bare/fix/src", "/srv/bare/fix", "/srv/bare/main/src"],
  ])("at %s answers to a folder of the main one", (folder, top, main) => {
    expect(find(folder)).toEqual({ top, main });
  });

  it.each([
    ["the main checkout", "/srv/shop/src"],
    ["a submodule", "/srv/shop/vendor"],
    ["the tree of a bare repository's own branch", "/srv/bare/main"],
    ["a tree of a bare repository whose own branch is not checked out", "/srv/hub/fix"],
    ["a tree whose repository is gone", "/srv/gone"],
    ["a folder without git", "/tmp/plain"],
    ["the root", "/"],
  ])("is not %s", (_, folder) => {
    expect(find(folder)).toBeNull();
  });
});
