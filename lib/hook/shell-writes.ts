import { addAll } from "@/lib/core/lists";
/** A file or folder that a shell command is about to change, and how. */
export interface ShellWrite {
  /** As the command names it, quotes gone; it may hold the shell's wildcards. */
  path: string;
  /** Where the command has gone to by then, relative to where it began; "" for nowhere else. */
  folder: string;
  /** The command's word, such as `sed -i` or `>>`. */
  by: string;
}

/** A word of a command, or an operator between commands. */
interface Token {
  text: string;
  /** Where it ends in the command. */
  end: number;
  isOperator: boolean;
}

/**
 * What a shell command plainly writes: the targets of its redirections and of tee, sed -i, perl -i, dd, truncate, cp, mv,
 * install, ln and rm. Whatever a program it starts may write besides is not known here. Never throws.
 */
export function shellWrites(command: string): ShellWrite[] {
  const found: ShellWrite[] = [];
  let words: string[] = [];
  let folder = "";
  const end = () => {
    const [name, ...args] = withoutPrefix(words);
    words = [];
    if (name === "cd") folder = args[0] === undefined ? folder : joined(folder, args[0]);
    else if (name !== undefined)
      addAll(
        found,
        writesOf(name, args).map((write) => ({ ...write, folder })),
      );
  };
  const tokens = tokensOf(withoutHereDocuments(command).shown);
  tokens.forEach(({ text, isOperator }, index) => {
    if (!isOperator) {
      if (tokens[index - 1]?.isOperator !== true || !isRedirection(tokens[index - 1]?.text ?? "")) words.push(text);
      return;
    }
    if (!isRedirection(text)) {
      end();
      return;
    }
    const target = tokens[index + 1];
    if (!text.includes("<") && target !== undefined && !target.isOperator)
      found.push({ path: target.text, folder, by: text });
  });
  end();
  return found;
}

/** The names of a command and its group, as they are typed. Example: `wardroom context publish` */
const NAME = /^[a-z][a-z-]*$/;

/**
 * A command that says `--by` after the name of each `wardroom` command that it runs; null where it runs none, or one that may also be called
 * otherwise: by another program, or within a word. One that says its role in a variable is left as it is. Each begins as it did, so that a rule which
 * allows it still does. A `+` before `by` says that another one follows.
 */
export function withCallerNamed(command: string, by: string): string | null {
  const ends: number[] = [];
  let mayBeLast = false as boolean;
  let current: Token[] = [];
  const { shown, isCalled } = withoutHereDocuments(command);
  let isHidden = isCalled;
  const end = () => {
    const program = current[current.length - withoutPrefix(current.map(({ text }) => text)).length];
    const isOurs = program?.text === "wardroom";
    if (isOurs && !current.some(({ text }) => text.startsWith("WARDROOM_ROLE=")))
      ends.push(nameEnd(current, program, command));
    const others = isOurs ? /[`$(]\s*wardroom\s/ : /(?:^|[\s`(/])wardroom(?:\s|$)/; // "$(wardroom inbox)"
    isHidden ||= current.some((each) => each !== program && others.test(each.text));
    current = [];
  };
  for (const token of tokensOf(shown)) {
    if (!token.isOperator) current.push(token);
    else if (!isRedirection(token.text)) end();
    mayBeLast ||= token.isOperator && token.text === "||";
  }
  end();
  if (isHidden || ends.length === 0) return null;
  return ends.reduceRight((text, at, index) => {
    const follows = index < ends.length - 1 && !mayBeLast ? "+" : "";
    return `${text.slice(0, at)} --by ${quoted(follows + by)}${text.slice(at)}`;
  }, command);
}

/** A word for the shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Where the name of a command ends, which is at most two words behind the program. */
function nameEnd(words: readonly Token[], program: Token, command: string): number {
  const at = words.indexOf(program) + 1;
  const rest = words.slice(at, at + 2);
  const other = rest.findIndex(({ text, end }) => !NAME.test(text) || !command.slice(0, end).endsWith(text));
  return (rest.slice(0, other < 0 ? 2 : other).at(-1) ?? program).end;
}

/** What a program's arguments say that it writes. */
function writesOf(name: string, args: readonly string[]): { path: string; by: string }[] {
  const program = name.replace(/^.*\//, "");
  const names = args.filter((arg) => !arg.startsWith("-"));
  const has = (flag: RegExp) => args.some((arg) => flag.test(arg));
  const all = (paths: readonly string[], by = program) => paths.map((path) => ({ path, by }));
  switch (program) {
    case "tee":
    case "truncate":
      return all(names);
    case "rm":
    case "unlink":
    case "shred":
      return all(names);
    case "sed":
    case "perl":
      // -i, -i.bak, -Ei, --in-place=.bak
      return has(/^(?:-[A-Za-z]*i|--in-place)/) ? all(names, `${program} -i`) : [];
    case "mv":
      return all(names);
    case "cp":
    case "install":
    case "ln":
      return all(intoPlace(names, args));
    case "dd":
      return all(args.filter((arg) => arg.startsWith("of=")).map((arg) => arg.slice(3)));
    default:
      return [];
  }
}

/** The last name, or the folder that -t names; where it is a folder, each of the others in it. */
function intoPlace(names: readonly string[], args: readonly string[]): string[] {
  const flag = args.findIndex((arg) => arg === "-t");
  const target = flag >= 0 ? args[flag + 1] : names.at(-1);
  if (target === undefined) return [];
  const inside = names.filter((name) => name !== target).map((name) => joined(target, name.replace(/^.*\//, "")));
  return [target, ...inside];
}

/** The words of a command without variables set for it, and without the words that run another one. */
function withoutPrefix(words: readonly string[]): string[] {
  const left = [...words];
  for (;;) {
    const [first] = left;
    if (first === undefined) return left;
    const isPrefix = /^[A-Za-z_]\w*=/.test(first) || PREFIXES.has(first);
    if (!isPrefix) return left;
    left.shift();
  }
}

const PREFIXES = new Set([
  "sudo",
  "command",
  "exec",
  "env",
  "nohup",
  "time",
  "then",
  "do",
  "else",
  "if",
  "while",
  "!",
  "{",
  "(",
]);

function joined(folder: string, path: string): string {
  return path.startsWith("/") || path.startsWith("~") || folder === "" ? path : `${folder}/${path}`;
}

function isRedirection(operator: string): boolean {
  return /[<>]/.test(operator);
}

/**
 * A command with blanks in place of the texts that follow `<<WORD`: they are what is written, not where. `isCalled`: one that another program
 * than `wardroom` reads has a line that calls it, for a shell to run now or from a file later.
 */
function withoutHereDocuments(command: string): { shown: string; isCalled: boolean } {
  const ends: { word: string; isText: boolean }[] = [];
  let isCalled = false;
  const lines = command.split("\n").map((line) => {
    const [end] = ends;
    if (end === undefined) {
      for (const [found, ...words] of line.matchAll(HERE_DOCUMENT)) {
        const isText = /(?:^|[;&|({])\s*wardroom\s[^;&|]*$/.test(line.slice(0, line.indexOf(found)));
        ends.push({ word: words.find(Boolean) ?? "", isText });
      }
      return line;
    }
    if (line.replace(/^\t+/, "") === end.word) ends.shift();
    else isCalled ||= !end.isText && /(?:^|[\s;&|`(])wardroom\s/.test(line);
    return " ".repeat(line.length);
  });
  return { shown: lines.join("\n"), isCalled };
}

// <<EOF, <<-'EOF', << "EOF"; not <<<
const HERE_DOCUMENT = /(?<!<)<<-?\s*(?:'([^']+)'|"([^"]+)"|([\w.-]+))/g;

/** The words of a command with quotes and escapes resolved, and the operators between them. */
function tokensOf(command: string): Token[] {
  const tokens: Token[] = [];
  let word: string | null = null;
  let at = 0;
  const endWord = () => {
    if (word !== null) tokens.push({ text: word, end: at, isOperator: false });
    word = null;
  };
  while (at < command.length) {
    const rest = command.slice(at);
    const operator = OPERATOR.exec(rest)?.[0];
    const quoted = /^'([^']*)'|^"((?:[^"\\]|\\[^])*)"/.exec(rest);
    if (quoted !== null) {
      word = (word ?? "") + (quoted[1] ?? (quoted[2] ?? "").replace(/\\(["\\$`])/g, "$1"));
      at += quoted[0].length;
    } else if (rest.startsWith("\\") && rest.length > 1) {
      if (rest[1] !== "\n") word = (word ?? "") + (rest[1] ?? "");
      at += 2;
    } else if (operator !== undefined && (word === null || !/^\d/.test(operator))) {
      endWord();
      at += operator.length;
      tokens.push({ text: operator, end: at, isOperator: true });
    } else if (/^[ \t\r]/.test(rest)) {
      endWord();
      at += 1;
    } else if (word === null && rest.startsWith("#")) {
      at += rest.split("\n", 1)[0]?.length ?? 1;
    } else {
      word = (word ?? "") + (rest[0] ?? "");
      at += 1;
    }
  }
  endWord();
  return tokens;
}

// 2>>, &>, >|, 2>&1, &&, ||, ;, |, newline, ( and )
const OPERATOR = /^(?:\d*>&\d+|\d*>&-|(?:\d+|&)?>{1,2}\|?|\d*<<<|\d*<<-?|\d*<[>&]?|&&|\|\||\|&|;;?|[|&\n()])/;
