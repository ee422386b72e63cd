import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, Language, defineLanguageFacet, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { Strikethrough, Table, TaskList, parser, type MarkdownConfig } from "@lezer/markdown";
import { useEffect, useRef } from "react";

interface MarkdownEditorProps {
  label: string;
  /** Lines ended by LF. */
  value: string;
  onChange: (value: string) => void;
}

/** What stands between two lines of `---` at the very beginning is no Markdown. */
const FRONTMATTER: MarkdownConfig = {
  defineNodes: [{ name: "Frontmatter", block: true, style: tags.meta }],
  parseBlock: [
    {
      name: "Frontmatter",
      before: "HorizontalRule",
      parse(block, line) {
        if (block.lineStart !== 0 || line.text.trimEnd() !== "---") return false;
        let closed = false;
        while (!closed && block.nextLine()) closed = line.text.trimEnd() === "---";
        block.nextLine();
        block.addElement(block.elt("Frontmatter", 0, block.prevLineEnd()));
        return true;
      },
    },
  ],
};

const markdown = new Language(
  defineLanguageFacet(),
  parser.configure([FRONTMATTER, Table, Strikethrough, TaskList]),
  [],
  "markdown",
);

const LOOK = EditorView.theme({
  "&": { height: "100%", fontSize: "12px", backgroundColor: "var(--raised)", color: "var(--fg)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "19px" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--fg)" },
  ".cm-line": { padding: "0 16px 0 8px", unicodeBidi: "plaintext" },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--fg-3)", border: "none", paddingLeft: "6px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  ".cm-cursor": { borderLeftColor: "var(--fg)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 26%, transparent)",
  },
  ".cm-searchMatch": { backgroundColor: "var(--mark)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--warn)" },
  ".cm-selectionMatch": { backgroundColor: "var(--hover)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--fg)", borderColor: "var(--line)" },
  ".cm-panels input": { border: "1px solid var(--line-strong)", borderRadius: "4px", backgroundColor: "var(--raised)" },
  ".cm-panels .cm-button": {
    border: "1px solid var(--line-strong)",
    borderRadius: "4px",
    backgroundImage: "none",
    backgroundColor: "var(--raised)",
    color: "var(--fg)",
  },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "600", color: "var(--accent)" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: tags.monospace, color: "var(--ok)" },
  { tag: [tags.link, tags.url], color: "var(--accent)" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta, tags.comment], color: "var(--fg-3)" },
]);

/** Publishing has ⌘Enter; the editor must not take it for a blank line. */
const KEYS = defaultKeymap.filter((binding) => binding.key !== "Mod-Enter");

/** A text editor for Markdown. Tab leaves it, as it leaves any field; Escape does too, so that the page's keys work again. */
export function MarkdownEditor({ label, value, onChange }: MarkdownEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const changed = useRef(onChange);
  const first = useRef(value);

  useEffect(() => {
    changed.current = onChange;
  });

  useEffect(() => {
    if (host.current === null) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          // Styles of the editor's own pass the page's policy with the nonce the page came with.
          EditorView.cspNonce.of(document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? ""),
          EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
          EditorView.perLineTextDirection.of(true),
          EditorView.lineWrapping,
          EditorState.tabSize.of(2),
          lineNumbers(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          search({ top: true }),
          highlightSelectionMatches(),
          markdown,
          syntaxHighlighting(COLOURS),
          LOOK,
          keymap.of([
            ...searchKeymap,
            ...historyKeymap,
            ...KEYS,
            {
              key: "Escape",
              run: ({ contentDOM }) => {
                contentDOM.blur();
                return true;
              },
            },
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = view;
    view.focus();
    return () => view.destroy();
  }, [label]);

  useEffect(() => {
    const view = editor.current;
    if (view === undefined || view.state.doc.toString() === value) return;
    // Put in from outside, such as a merge: one step that undo takes back.
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={host} className="h-full min-h-0 overflow-hidden" />;
}
