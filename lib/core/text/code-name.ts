/**
 * The name of code that `__` at that place begins, such as `__init__.py` or `__tests__/cart.ts`: names that everybody knows, and
 * any that a path or a call goes on from, with that path. Null where the `__` begins bold text.
 */
export function codeNameAt(text: string, at: number): string | null {
  const [name] = NAME.exec(text.slice(at, at + LONGEST)) ?? [];
  if (name === undefined) return null;
  const before = text.charAt(at - 1);
  const after = text.slice(at + name.length, at + name.length + LONGEST);
  const [rest = ""] = REST.exec(after) ?? [];
  return KNOWN.has(name.slice(2, -2)) || /^[./\\]$/.test(before) || rest !== "" || after[rest.length] === "("
    ? name + rest
    : null;
}

/** How far one may go: nobody calls anything by more. */
const LONGEST = 80;

/** Example: `/cart.ts`, `.py`. */
const REST = /^(?:[./\\][\w-]+)*/;

/** Example: `__init__`, with nothing of a word on either side. */
const NAME = /^__[a-z][a-z0-9]*(?:_[a-z0-9]+)*__(?!\w)/i;

const KNOWN = new Set(
  (
    "init main name file all doc dict class call str repr new del enter exit eq ne lt gt le ge hash len iter next getitem setitem " +
    "getattr setattr slots version author future proto dirname filename esmodule typename schema pycache tests mocks fixtures " +
    "snapshots post_init"
  ).split(" "),
);
