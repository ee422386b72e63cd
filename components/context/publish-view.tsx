import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { actionsOf, useActions } from "@/components/ui/action-registry";
import { Button } from "@/components/ui/button";
import { keepDraft, readDraft } from "@/components/ui/use-draft";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart } from "@/components/ui/lazy-part";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TwoTexts } from "@/components/ui/two-texts";
import { useDebounced } from "@/components/ui/use-debounced";
import { contextVersionQuery } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import type { Context, PublishContext } from "@/lib/contracts/context";
import { type MergeConflict, mergeOutside } from "@/lib/core/history/merge";
import { say } from "@/lib/core/i18n/say";
import { PublishPreview } from "./publish-preview";
import { usePublish } from "./use-publish";
import { usePublishPreview } from "./use-publish-preview";
import { versionName, versionNumberOf } from "./version-name";
import { parseJson } from "@/lib/core/text/parse-json";
import { alignLines } from "@/lib/core/history/align-lines";
import { Checkbox } from "@/components/ui/checkbox";
import { sayParts } from "@/components/ui/say-parts";
import { memoryQuery, relaysQuery } from "@/lib/client/memory";
import { isOpenEnded, isOpenItem } from "@/lib/core/memory/tags";

const LINE_END = /\r\n|\r|\n/g;

const MARK = "\uFEFF";

/** The text as an editor holds it: without a byte order mark, every line ended by LF. */
export function forEditing(text: string): string {
  return (text.startsWith(MARK) ? text.slice(1) : text).replace(LINE_END, "\n");
}

/**
 * What was edited, with the line ends of the text it was made from: lines that stayed keep their own, new ones end like the
 * line before them, and a byte order mark stays. Guarantees `fromEditing(text, forEditing(text)) === text` for any text.
 */
export function fromEditing(original: string, edited: string): string {
  const mark = original.startsWith(MARK) ? MARK : "";
  if (!original.includes("\r")) return mark + edited;
  const ends = (mark === "" ? original : original.slice(1)).match(LINE_END) ?? [];
  const before = forEditing(original).split("\n");
  const after = edited.split("\n");
  let text = mark;
  let end = ends[0] ?? "\n";
  const add = (line: string, own: string | undefined) => {
    end = own ?? end;
    // "\r" with "\n" right behind it would be one end of a line instead of two.
    if (line === "" && end === "\n" && text.endsWith("\r")) end = "\r";
    text += line + end;
  };
  let next = 0;
  for (const range of [...alignLines(before, after), undefined]) {
    for (; next < (range?.beforeStart ?? before.length); next++) add(before[next] ?? "", ends[next]);
    if (range === undefined) break;
    for (const line of after.slice(range.afterStart, range.afterEnd)) add(line, undefined);
    next = range.beforeEnd;
  }
  // The last line has no end.
  return text.slice(0, text.length - end.length);
}

const MarkdownEditor = lazyPart(
  () => import("./markdown-editor").then((module) => module.MarkdownEditor),
  <SkeletonRows height="h-6" />,
);

interface PublishViewProps {
  scope: SessionScope;
  /** Null where there is no file yet. */
  context: Context | null;
  /** Why nothing can be published now; undefined when it can. */
  frozen: string | undefined;
  onClose: () => void;
}

/** What a first version begins with; as it is it says nothing, so it cannot be published. */
const TEMPLATE = `# Global Context

## Scope
**Goal:** what is being built

**In Scope:**
- what belongs to it

## Decisions Log
| # | Decision | Rationale | Phase |
|---|----------|-----------|-------|
| D-1 | what was decided | why | P1 |
`;

/** So long the text must hold still before its preview is asked for, in milliseconds. */
const STILL = 300;

export function PublishView({ scope, context, frozen, onClose }: PublishViewProps) {
  const [restored, setRestored] = useState(() => findUnsent(scope));
  const [edit, setEdit] = useState<Edit>(() => restored ?? begin(context));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const open = useOpenItems(scope);
  const [conflict, setConflict] = useState<MergeConflict>();
  // Sending the same thing twice, because the answer was lost, must publish it once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { busy, publish } = usePublish(scope);

  const number = versionNumberOf(context?.version ?? "");
  const published = useQuery({ ...contextVersionQuery(scope, number), enabled: number > 0 });
  const text = useMemo(() => fromEditing(edit.base, edit.text), [edit]);
  const body = useMemo<PublishContext & { text: string }>(
    () => ({ text, ...(edit.actions.trim() !== "" && { requiredActions: edit.actions.trim() }) }),
    [text, edit.actions],
  );
  const still = useDebounced(body, STILL);
  const preview = usePublishPreview(scope, still, context?.etag);
  const settled = still === body && !preview.isPlaceholderData;
  const roles = preview.data?.deliveries.map((each) => each.role) ?? [];
  const affected = new Set(roles.filter((role) => !left.has(role)));
  const moved = context !== null && edit.etag !== context.etag;
  const isWritten = text.trim() !== "" && (context !== null || text !== TEMPLATE);
  const ready = !busy && !moved && frozen === undefined && isWritten && preview.data?.changed !== false;

  useEffect(() => {
    keepDraft(keyOf(scope), isBegun(edit) ? JSON.stringify(edit) : null);
  }, [scope, edit]);

  function change(next: Partial<Edit>) {
    setEdit((before) => ({ ...before, ...next }));
    setKey(crypto.randomUUID());
  }

  async function send() {
    if (!ready) return;
    const some = left.size > 0 && roles.length > 0;
    // What somebody else has settled in the meantime is left out.
    const settles = open.map(({ id }) => id).filter((id) => chosen.has(id));
    const more = { ...(some && { affected: [...affected] }), ...(settles.length > 0 && { settles }) };
    const done = await publish({ ...body, ...more }, edit.etag, key);
    if (!done) return;
    keepDraft(keyOf(scope), null);
    onClose();
  }

  function merge() {
    if (context === null) return;
    const merged = mergeOutside(edit.base, text, context.text);
    if (merged.conflict !== undefined) setConflict(merged.conflict);
    else change({ base: context.text, etag: context.etag, text: forEditing(merged.text) });
  }

  useActions(
    actionsOf("Page", {
      "context.send": {
        changes: true,
        label: say("Publish {next}", { next: context?.next ?? versionName(1) }),
        keys: "mod+enter",
        enabled: ready,
        run: () => void send(),
      },
      "context.leave": { label: say("Leave without publishing"), keys: "escape", run: onClose },
    }),
  );

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {moved && (
        <Bar>
          <span className="flex-1">{say("The file changed since you began. Nothing of it will be overwritten.")}</span>
          <Button size="small" onClick={merge}>
            {say("Merge its changes into mine")}
          </Button>
        </Bar>
      )}
      {restored && !moved && (
        <Bar>
          <span className="flex-1">{say("This is your earlier draft, not published yet.")}</span>
          <Button
            size="small"
            onClick={() => {
              setRestored(undefined);
              setEdit(begin(context));
            }}
          >
            {say("Start over")}
          </Button>
          <Button size="small" look="ghost" onClick={() => setRestored(undefined)}>
            {say("Keep")}
          </Button>
        </Bar>
      )}
      {frozen !== undefined && <Bar>{frozen}</Bar>}
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1.2fr)_minmax(340px,1fr)] max-lg:block max-lg:overflow-y-auto">
        <div className="border-line min-h-0 border-e max-lg:h-[55vh] max-lg:border-e-0 max-lg:border-b">
          <MarkdownEditor label={say("Global context")} value={edit.text} onChange={(next) => change({ text: next })} />
        </div>
        <PublishPreview
          number={number}
          preview={preview.data}
          settled={settled}
          error={preview.error}
          onRetry={() => void preview.refetch()}
          before={number === 0 ? "" : published.data?.text}
          after={still.text}
          affected={affected}
          onAffected={(role, wanted) => {
            setKey(crypto.randomUUID());
            setLeft((old) => choose(old, role, !wanted));
          }}
          requiredActions={edit.actions}
          onRequiredActions={(actions) => change({ actions })}
        >
          <SettledItems
            open={open}
            settled={chosen}
            onSettled={(id, wanted) => {
              setKey(crypto.randomUUID());
              setChosen((old) => choose(old, id, wanted));
            }}
          />
        </PublishPreview>
      </div>
      {conflict && context !== null && (
        <MergeDialog
          conflict={conflict}
          onClose={() => setConflict(undefined)}
          onMine={() => {
            setConflict(undefined);
            change({ base: context.text, etag: context.etag });
          }}
          onTheirs={() => {
            setConflict(undefined);
            change({ base: context.text, etag: context.etag, text: forEditing(context.text) });
          }}
        />
      )}
    </div>
  );
}

function choose(among: ReadonlySet<string>, one: string, wanted: boolean): ReadonlySet<string> {
  const others = [...among].filter((each) => each !== one);
  return new Set(wanted ? [...others, one] : others);
}

function begin(context: Context | null): Edit {
  if (context === null) return { base: "", etag: undefined, text: TEMPLATE, actions: "" };
  return { base: context.text, etag: context.etag, text: forEditing(context.text), actions: "" };
}

function Bar({ children }: { children: React.ReactNode }) {
  return (
    <div
      role="status"
      className="border-line bg-warn-soft flex flex-wrap items-center gap-2 border-b px-4 py-1.5 text-xs"
    >
      {children}
    </div>
  );
}

interface MergeDialogProps {
  conflict: MergeConflict;
  onClose: () => void;
  onMine: () => void;
  onTheirs: () => void;
}

/** The first place that was changed here and on disk: which of the two texts goes on takes a person. */
function MergeDialog({ conflict, onClose, onMine, onTheirs }: MergeDialogProps) {
  return (
    <Dialog
      title={say("Both changed line {line}", { line: conflict.line })}
      description={say("Choose one version, then add from the other by hand.")}
      width="wide"
      onClose={onClose}
      footer={
        <>
          <Button look="ghost" onClick={onClose}>
            {say("Not now")}
          </Button>
          <Button onClick={onTheirs}>{say("Use the file’s version")}</Button>
          <Button look="primary" onClick={onMine}>
            {say("Use my version")}
          </Button>
        </>
      }
    >
      <TwoTexts
        one={{ title: say("Yours"), text: conflict.ours }}
        other={{ title: say("In the file"), text: conflict.theirs }}
      />
    </Dialog>
  );
}

/** An edit under way: the file it began with, and the text as the editor holds it. */
interface Edit {
  /** The file's text; empty when there was none. */
  base: string;
  /** The file's ETag; absent when there was none. */
  etag: string | undefined;
  text: string;
  /** What it requires of everybody. */
  actions: string;
}

const keyOf = ({ workspace, session }: SessionScope) => `context ${workspace}/${session}`;

/** Whether it says anything that the file does not. */
function isBegun({ base, text, actions }: Edit): boolean {
  return actions !== "" || text !== (base === "" ? TEMPLATE : forEditing(base));
}

/** The edit that was under way when the page was left; undefined when there was none. */
function findUnsent(scope: SessionScope): Edit | undefined {
  const kept = parseJson(readDraft(keyOf(scope)) ?? "") as Partial<Edit> | undefined;
  const isWhole = [kept?.base, kept?.text, kept?.actions].every((part) => typeof part === "string");
  return isWhole ? (kept as Edit) : undefined;
}

interface OpenItem {
  id: string;
  role: string;
  tag: string;
  text: string;
}

/** The questions and conflicts that are open, as items or as relays that wait: what a version may settle. */
function useOpenItems(scope: SessionScope): OpenItem[] {
  const { data: { sections } = { sections: [] } } = useQuery(memoryQuery(scope));
  const { data: { items: relays } = { items: [] } } = useQuery(relaysQuery(scope));
  const items = sections.flatMap(({ role, items }) => items.filter(isOpenItem).map((item) => ({ ...item, role })));
  return [...items, ...relays.filter(({ state, tag }) => state === "pending" && isOpenEnded(tag))];
}

interface SettledItemsProps {
  open: readonly OpenItem[];
  settled: ReadonlySet<string>;
  onSettled: (id: string, settled: boolean) => void;
}

function SettledItems({ open, settled, onSettled }: SettledItemsProps) {
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="settles" className="flex flex-col gap-2">
      <h2 id="settles" className="font-semibold">
        {sayParts("Open items <span>checked = settled by this version</span>", {
          span: (inside) => <span className="text-fg-3 text-xs font-normal">{inside}</span>,
        })}
      </h2>
      <ul aria-labelledby="settles" className="border-line bg-raised rounded-lg border">
        {open.map(({ id, role, tag, text }) => (
          <li key={id} className="border-line border-t px-1.5 py-0.5 first:border-t-0">
            <label className="flex items-start gap-1.5">
              <Checkbox checked={settled.has(id)} onChange={(event) => onSettled(id, event.target.checked)} />
              <span className="min-w-0 flex-1 py-0.5 wrap-anywhere">
                <span className="font-semibold">{role}</span> <span className="text-fg-3 text-xs">{tag}</span>{" "}
                <span dir="auto">{text}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
