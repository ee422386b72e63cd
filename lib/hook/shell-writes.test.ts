import { expect, test } from "vitest";
import { shellWrites } from "@/lib/hook/shell-writes";

const paths = (command: string) =>
  shellWrites(command).map(({ path, folder }) => (folder === "" ? path : `${folder}/${path}`));

test.each([
  ["echo x >> a.md", ["a.md"]],
  ["echo x>a.md 2>&1", ["a.md"]],
  ["echo x &> 'a b.md'", ["a b.md"]],
  ['printf "a > b" | tee -a "a.md" b.md', ["a.md", "b.md"]],
  ["sed -i 's/a/b/' a.md", ["s/a/b/", "a.md"]],
  ["sed -n 's/a/b/p' a.md", []],
  ["sed -Ei.bak -e s/a/b/ a.md", ["s/a/b/", "a.md"]],
  ["cat > a.md <<'EOF'\nrm -rf b.md\nx > c.md\nEOF\nrm d.md", ["a.md", "d.md"]],
  ["cd sub && mv x.md a.md", ["sub/x.md", "sub/a.md"]],
  ["cp x/b.md a/", ["a/", "a//b.md"]],
  ["if true; then rm -f a.md; fi", ["a.md"]],
  ["FOO=1 sudo truncate -s 0 a.md", ["0", "a.md"]],
  ["dd if=x of=a.md", ["a.md"]],
  ["grep '>' a.md; git log --format='%h > %s' # > b.md", []],
  ["cat < a.md", []],
  ["echo a\\>b", []],
  ["(rm a.md)", ["a.md"]],
  ["", []],
  ["echo 'open", []],
])("%s", (command, expected) => {
  expect(paths(command)).toEqual(expected);
});

test("the Korean name of a file, and one with spaces, are names like any other", () => {
  expect(paths("echo 안녕 >> '내 프로젝트/팀 기억.md'")).toEqual(["내 프로젝트/팀 기억.md"]);
});
