import { useId, useRef, useState, type KeyboardEvent } from "react";
import { cx } from "@/components/ui/cx";
import { AreaField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Kbd } from "@/components/ui/kbd";
import { Mark } from "@/components/ui/mark";
import { Select } from "@/components/ui/select";
import type { SessionScope } from "@/lib/client/paths";
import { tagMark } from "@/lib/client/tag-marks";
import type { Memory, Tag } from "@/lib/contracts/memory";
import { adviceFor } from "@/lib/core/memory/advice";
import { TAGS } from "@/lib/core/memory/tags";
import { say } from "@/lib/core/words/say";
import type { Curation } from "./use-curation";

interface AddDialogProps {
  scope: SessionScope;
  memory: Memory;
  curation: Curation;
  onClose: () => void;
  onAdded: (item: string) => void;
}

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
export function AddDialog({ scope, memory, curation, onClose, onAdded }: AddDialogProps) {
  const [tag, setTag] = useState<Tag>("Decision");
  const [role, setRole] = useState("Lead");
  const [text, setText] = useState("");
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
          {say("This reads like it belongs in the {belongsTo}. {hint} It can be added all the same.", {
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
