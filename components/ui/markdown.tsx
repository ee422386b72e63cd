import MarkdownIt, { type Token } from "markdown-it";
import { createElement, Fragment, type ReactNode } from "react";
import { LeftToRight } from "@/components/ui/left-to-right";
import { codeNameAt } from "@/lib/core/text/code-name";
import { showInvisible } from "@/lib/core/text/visible";
import { say } from "@/lib/core/i18n/say";

const parser = new MarkdownIt({ html: false, linkify: true });

/** The only addresses a link may have: everything else, `javascript:` above all, stays text. */
const SAFE = /^(?:https?:\/\/|mailto:)/i;
parser.validateLink = (address) => SAFE.test(address.trim());

/** `__init__.py` is a name of code, not the word "init" in bold. */
parser.inline.ruler.before("emphasis", "code_name", (state, silent) => {
  const name = codeNameAt(state.src, state.pos);
  if (name === null) return false;
  if (!silent) state.push("code_name", "", 0).content = name;
  state.pos += name.length;
  return true;
});

/** How each element is drawn; what is not in this list is not rendered, only its content is. */
const ELEMENTS: Record<string, string> = {
  p: "my-1.5 first:mt-0 last:mb-0",
  ul: "my-1 list-disc ps-5",
  ol: "my-1 list-decimal ps-5",
  li: "my-0.5",
  blockquote: "my-1.5 border-s-2 border-line-strong ps-3 text-fg-2",
  strong: "font-semibold",
  em: "italic",
  s: "line-through",
  table: "my-1.5 block overflow-x-auto",
  thead: "",
  tbody: "",
  tr: "",
  th: "border-b border-line-strong px-2 py-1 text-start font-semibold",
  td: "border-b border-line px-2 py-1",
};

/**
 * Text somebody else wrote, as Markdown and never as markup: no raw HTML, no images, only plain links, opened without
 * telling where from.
 */
export function Markdown({
  text,
  strong = NONE,
}: {
  text: string;
  /** Words that are set apart wherever they stand in prose. */ strong?: readonly string[];
}) {
  return (
    <div dir="auto" className="written">
      {renderTokens(parser.parse(showInvisible(text), {}), strong)}
    </div>
  );
}

const NONE: readonly string[] = [];

/** A run of text with some of its words set apart. */
function withStrong(text: string, [word, ...others]: readonly string[]): ReactNode {
  if (word === undefined) return text;
  return text.split(word).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <b className="text-accent font-semibold">{word}</b>}
      {withStrong(part, others)}
    </Fragment>
  ));
}

/** Elements that are open while their content is gathered. */
interface Open {
  token: Token | undefined;
  children: ReactNode[];
}

function renderTokens(tokens: readonly Token[], strong: readonly string[]): ReactNode[] {
  const root: Open = { token: undefined, children: [] };
  const stack: Open[] = [root];
  for (const token of tokens) {
    const parent = stack.at(-1) ?? root;
    if (token.nesting === 1) stack.push({ token, children: [] });
    else if (token.nesting === -1) {
      stack.pop();
      const outer = stack.at(-1) ?? root;
      outer.children.push(renderElement(parent, outer.children.length));
    } else parent.children.push(renderLeaf(token, parent.children.length, strong));
  }
  return root.children;
}

function renderElement({ token, children }: Open, key: number): ReactNode {
  // A list of short items is tight: its paragraphs are there in the tree, but not to be seen.
  if (!token || token.hidden) return <Fragment key={key}>{children}</Fragment>;
  if (token.type === "link_open") {
    const href = String(token.attrGet("href") ?? "");
    // The parser asks about no address that is empty, and such a link would lead to the page it is on.
    if (href === "") return <Fragment key={key}>{children}</Fragment>;
    return (
      <a
        key={key}
        href={href}
        rel="noreferrer"
        target="_blank"
        className="text-accent decoration-accent/40 hover:decoration-accent underline underline-offset-2"
      >
        {children}
      </a>
    );
  }
  // A heading inside an item is no heading of the page.
  if (token.type === "heading_open") {
    return (
      <p key={key} className="my-1.5 font-semibold">
        {children}
      </p>
    );
  }
  const className = ELEMENTS[token.tag];
  if (className === undefined) return <Fragment key={key}>{children}</Fragment>;
  return createElement(token.tag, { key, className, children });
}

function renderLeaf(token: Token, key: number, strong: readonly string[]): ReactNode {
  switch (token.type) {
    case "inline":
      return <Fragment key={key}>{renderTokens(token.children ?? [], strong)}</Fragment>;
    case "code_inline":
      return (
        <code key={key} dir="ltr" className="bg-hover rounded-sm px-1 font-mono text-xs">
          {token.content}
        </code>
      );
    case "code_name":
      return <LeftToRight key={key}>{token.content}</LeftToRight>;
    case "code_block":
    case "fence":
      return (
        <pre
          key={key}
          dir="ltr"
          tabIndex={0}
          className="border-line bg-panel my-1.5 overflow-x-auto rounded-md border p-2 font-mono text-xs leading-[18px]"
        >
          <code>{token.content}</code>
        </pre>
      );
    case "hardbreak":
      return <br key={key} />;
    case "softbreak":
      return "\n";
    case "hr":
      return <hr key={key} className="border-line my-2" />;
    case "image":
      // A picture from elsewhere would tell its host who reads this and when.
      return (
        <span key={key} className="text-fg-3">
          {say("[picture: {source}]", { source: token.content || (token.attrGet("src") ?? "") })}
        </span>
      );
    default:
      return withStrong(token.content, strong);
  }
}
