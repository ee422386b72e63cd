import type { Conflict } from "@/components/shell/use-change";
import type { SessionScope } from "@/lib/client/paths";
import type { Item, Memory, Relay, Tag } from "@/lib/contracts/memory";
import { say } from "@/lib/core/i18n/say";
import { ConflictDialog } from "./conflict-dialog";
import { MakeItemsDialog, PruneDialog } from "./preview-dialogs";
import { RelaySection } from "./relay-section";
import { relayWords, resolveWords, TextDialog } from "./text-dialog";
import type { Curation } from "./use-curation";
import { useState, useId, useRef, type KeyboardEvent } from "react";
import { AreaField, TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { FormDialog } from "@/components/ui/form-dialog";
import { useDraft } from "@/components/ui/use-draft";
import { isOpenEnded, TAGS } from "@/lib/core/memory/tags";
import { ItemLines } from "./item-lines";
import { cx } from "@/components/ui/cx";
import { Kbd } from "@/components/ui/kbd";
import { Mark } from "@/components/ui/mark";
import { tagMark } from "@/lib/client/tag-marks";
import { wordsOf } from "@/lib/core/memory/model";
import { adviceFor } from "@/lib/core/memory/advice";

/** The letter that chooses a tag; a second Decision or Conflict letter would be ambiguous, so Dependency is E. */
const LETTERS: Record<Tag, string> = {
  Finding: "f",
  Pattern: "p",
  Decision: "d",
  Warning: "w",
  Dependency: "e",
  Conflict: "c",
  Question: "q",
  Gate: "g",
};

/** Writes an item as the Lead: one letter for the tag, then the text, then ⌘Enter. */
function AddDialog({
  scope,
  memory,
  curation,
  onClose,
  onAdded,
}: Omit<MemoryDialogProps, "dialog" | "onEdited" | "onDecided">) {
  const [tag, setTag] = useState<Tag>("Decision");
  const [role, setRole] = useState("Lead");
  const [text, setText] = useDraft(`add ${scope.workspace}/${scope.session}`);
  const [busy, setBusy] = useState(false);
  // Sending the same thing twice, because the answer was lost, must write it once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const tags = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const advice = adviceFor(tag, text);
  const name = useId();

  const roles = ["Lead", ...memory.sections.filter(isWritable).map((section) => section.role)];

  async function send() {
    setBusy(true);
    await curation.add(scope, { tag, text: text.trim(), ...(role !== "Lead" && { role }) }, key, ({ item }) => {
      setText("");
      onClose();
      onAdded(item.id);
    });
    setBusy(false);
  }

  function change(apply: () => void) {
    apply();
    setKey(crypto.randomUUID());
  }

  function choose(chosen: Tag) {
    change(() => setTag(chosen));
    if (chosen === "Gate") setRole("Lead");
    input.current?.focus();
  }

  function onTagKey(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey) return;
    const chosen = TAGS.find((each) => LETTERS[each] === event.key.toLowerCase());
    if (!chosen) return;
    event.preventDefault();
    choose(chosen);
  }

  return (
    <FormDialog
      title={say("Add as Lead")}
      description={say("Press a letter to pick a tag, then write.")}
      onClose={onClose}
      initialFocus={tags}
      submit={say("Add")}
      keys="mod+enter"
      busy={busy}
      ready={text.trim() !== ""}
      onSubmit={() => void send()}
    >
      <div
        ref={tags}
        role="radiogroup"
        aria-label={say("Tag, by its letter")}
        tabIndex={0}
        onKeyDown={onTagKey}
        className="-m-1 flex flex-wrap gap-1.5 rounded-md p-1"
      >
        {TAGS.map((each) => (
          <label
            key={each}
            className={cx(
              "has-focus-visible:outline-accent inline-flex h-7 items-center gap-1.5 rounded-md border px-2 text-xs select-none has-focus-visible:outline-2",
              each === tag
                ? "border-accent bg-accent-soft text-accent font-semibold"
                : "border-line text-fg-2 hover:bg-hover",
            )}
          >
            <input type="radio" name={name} checked={each === tag} onChange={() => choose(each)} className="sr-only" />
            <Mark {...tagMark(each)} />
            {each}
            <Kbd keys={LETTERS[each]} className="font-normal" />
          </label>
        ))}
      </div>
      <AreaField
        label={say("Text")}
        ref={input}
        rows={4}
        maxLength={20_000}
        value={text}
        placeholder={say("What others need to know")}
        onValue={(value) => change(() => setText(value))}
      />
      {advice && (
        <p role="status" className="bg-warn-soft rounded-md px-2.5 py-1.5 text-xs">
          {say("This may belong in the {belongsTo}. {hint} You can still add it.", {
            belongsTo: advice.belongsTo,
            hint: advice.hint,
          })}
        </p>
      )}
      {tag !== "Gate" && roles.length > 1 && (
        <Select
          label={say("Section")}
          value={role}
          onChange={(chosen) => change(() => setRole(chosen))}
          options={roles.map((each) => ({ value: each, label: each }))}
          className="max-w-56"
        />
      )}
    </FormDialog>
  );
}

function isWritable(section: Memory["sections"][number]): boolean {
  return section.state === "active" && section.role !== "Lead" && section.role !== "";
}

export type DialogState =
  | { kind: "add" }
  | { kind: "prune" }
  | { kind: "resolve"; items: readonly Item[] }
  | { kind: "edit"; item: Item }
  | { kind: "relay"; act: "edit" | "reject" | "settle"; relay: Relay }
  | { kind: "replace"; role: string }
  | { kind: "archive-section"; role: string }
  | { kind: "make-items"; role: string; text: string }
  | { kind: "conflict"; conflict: Conflict };

interface MemoryDialogProps {
  scope: SessionScope;
  dialog: DialogState;
  memory: Memory;
  curation: Curation;
  onClose: () => void;
  onAdded: (item: string) => void;
  /** An item got other words, and with them another id. */
  onEdited: (before: Item, now: Item) => void;
  /** The rows that the answer takes off the list. */
  onDecided: (keys: readonly string[]) => void;
}

/** Whatever question is open. All of them are loaded with the first. */
export function MemoryDialog({
  scope,
  dialog,
  memory,
  curation,
  onClose,
  onAdded,
  onEdited,
  onDecided,
}: MemoryDialogProps) {
  const of = `${scope.workspace}/${scope.session}`;
  switch (dialog.kind) {
    case "add":
      return <AddDialog scope={scope} memory={memory} curation={curation} onClose={onClose} onAdded={onAdded} />;
    case "prune":
      return <PruneDialog scope={scope} memory={memory} onClose={onClose} />;
    case "make-items":
      return <MakeItemsDialog scope={scope} memory={memory} role={dialog.role} text={dialog.text} onClose={onClose} />;
    case "conflict":
      return <ConflictDialog conflict={dialog.conflict} memory={memory} onClose={onClose} />;
    case "resolve":
      return (
        <TextDialog
          draft={`resolve ${of} ${dialog.items.map(({ id }) => id).join(" ")}`}
          {...resolveWords(dialog.items.length)}
          about={dialog.items.map(({ text }) => text)}
          label={say("Resolution")}
          onClose={onClose}
          onSubmit={(text) => {
            onDecided(dialog.items.map(({ id }) => id));
            return curation.resolve(scope, dialog.items, text);
          }}
        />
      );
    case "edit":
      return (
        <TextDialog
          draft={`edit ${of} ${dialog.item.id}`}
          title={say("Edit item")}
          description={say("Tag and place stay; the history keeps the old text.")}
          label={say("Text")}
          submit={say("Save")}
          initial={wordsOf(dialog.item)}
          maxLength={20_000}
          onClose={onClose}
          onSubmit={async (text) =>
            text === wordsOf(dialog.item).trim() ||
            curation.edit(scope, dialog.item, text, (now) => onEdited(dialog.item, now))
          }
        />
      );
    case "relay": {
      const { act, relay } = dialog;
      const decide = { edit: curation.approve, reject: curation.reject, settle: curation.settle }[act];
      return (
        <TextDialog
          draft={`${act} ${relay.id}`}
          {...relayWords(act, relay.role)}
          {...(act === "edit" ? { initial: relay.text } : { about: [relay.text] })}
          {...(act !== "settle" && { beside: <RelaySection scope={scope} relay={relay} /> })}
          onClose={onClose}
          onSubmit={(text) => {
            onDecided([`relay:${relay.id}`]);
            return decide(scope, relay, text);
          }}
        />
      );
    }
    case "archive-section":
      return (
        <ArchiveSectionDialog
          role={dialog.role}
          memory={memory}
          onClose={onClose}
          onArchive={(choice) => void curation.archiveSection(scope, dialog.role, choice)}
        />
      );
    case "replace":
      return (
        <TextDialog
          draft={`replace ${of} ${dialog.role}`}
          title={say("Replace {role}", { role: dialog.role })}
          description={say("The section stays, marked as replaced; the successor gets its own.")}
          label={say("Role id of the successor")}
          submit={say("Replace")}
          singleLine
          initial={successorOf(dialog.role)}
          onClose={onClose}
          onSubmit={(by) => curation.replace(scope, dialog.role, by)}
        />
      );
  }
}

/** The next number for a role: implementer-1 → implementer-2. */
function successorOf(role: string): string {
  // "implementer-1"
  const numbered = /^(.*-)(\d+)$/.exec(role);
  return numbered ? `${numbered[1]}${Number(numbered[2]) + 1}` : `${role}-2`;
}

interface ArchiveSectionDialogProps {
  role: string;
  memory: Memory;
  onClose: () => void;
  onArchive: (choice: { includeOpen: boolean; note: string }) => void;
}

function ArchiveSectionDialog({ role, memory, onClose, onArchive }: ArchiveSectionDialogProps) {
  const [note, setNote] = useState("");
  const active = memory.sections.filter((section) => section.role === role).flatMap(activeOf);
  const open = active.filter((item) => isOpenEnded(item.tag));

  function archive() {
    onArchive({ includeOpen: open.length > 0, note: note.trim() });
    onClose();
  }

  return (
    <FormDialog
      title={say("Archive the section of {role}", { role })}
      description={say(
        "{active, plural, one {# active item} other {# active items}} will be archived with it. It takes no new items until unarchived.",
        { active: active.length },
      )}
      onClose={onClose}
      submit={
        open.length > 0
          ? say("Archive with {open, plural, one {# open item} other {# open items}}", { open: open.length })
          : say("Archive")
      }
      danger={open.length > 0}
      onSubmit={archive}
    >
      {open.length > 0 && (
        <>
          <p role="alert" className="bg-warn-soft rounded-md px-2.5 py-1.5">
            {say("Still open. Archived, they no longer block a gate.")}
          </p>
          <ItemLines items={open} label={say("Open questions and conflicts")} />
        </>
      )}
      <TextField label={say("Note (optional)")} value={note} maxLength={300} onValue={setNote} />
    </FormDialog>
  );
}

function activeOf({ state, items }: Memory["sections"][number]): Item[] {
  return state === "replaced" ? [] : items.filter((item) => item.state === "active");
}
