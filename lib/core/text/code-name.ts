/**
 * True where `__` at that place begins a name of code, such as `__init__` or `__tests__/cart.ts`, and no bold text: names that
 * everybody knows, and any that a path or a call goes on from.
 */
export function isCodeName(text: string, at: number): boolean {
  const [name] = NAME.exec(text.slice(at, at + LONGEST)) ?? [];
  if (name === undefined) return false;
  const before = text.charAt(at - 1);
  const after = text.slice(at + name.length, at + name.length + 2);
  return KNOWN.has(name.slice(2, -2)) || /^[./\\]$/.test(before) || /^(?:[./\\][\w(]|\()/.test(after); // "/cart.ts"
}

/** How far one may go: nobody calls anything by more. */
const LONGEST = 80;

/** Example: `__init__`, with nothing of a word on either side. */
const NAME = /^__[a-z][a-z0-9]*(?:_[a-z0-9]+)*__(?!\w)/i;

const KNOWN = new Set(
  (
    "init main name file all doc dict class call str repr new del enter exit eq ne lt gt le ge hash len iter next getitem setitem " +
    "getattr setattr slots version author future proto dirname filename esmodule typename schema pycache tests mocks fixtures " +
    "snapshots post_init"
  ).split(" "),
);
