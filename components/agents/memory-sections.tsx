import { Pencil, Plus, Trash2 } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { SectionHead } from "@/components/ui/section-head";
import { useFirst } from "@/components/ui/show-more";
import type { AgentEntry, AgentMemory, AgentMemorySection, AgentSection } from "@/lib/contracts/agents";
import { say } from "@/lib/core/words/say";

interface MemorySectionsProps {
  memory: AgentMemory;
  onAdd: (section: AgentSection) => void;
  onEdit: (entry: AgentEntry) => void;
  onRemove: (entry: AgentEntry) => void;
}

/** An agent's memory by section; the log has a page of its own. */
export function MemorySections({ memory, onAdd, onEdit, onRemove }: MemorySectionsProps) {
  const sections = useFirst(
    memory.sections.filter((section) => section.name !== "Session Log"),
    say("sections"),
  );
  return (
    <>
      {sections.first.map((section) => (
        <Section
          key={`${section.heading} ${section.line}`}
          section={section}
          onAdd={onAdd}
          onEdit={onEdit}
          onRemove={onRemove}
        />
      ))}
      {sections.more}
      {memory.missing
        .filter((name) => name !== "Session Log")
        .map((name) => (
          <section key={name} aria-label={name} className="border-line border-t">
            <SectionHead title={name} note={say("not in the file; adding to it makes it")}>
              <AddButton name={name} onAdd={onAdd} />
            </SectionHead>
          </section>
        ))}
    </>
  );
}

interface SectionProps extends Omit<MemorySectionsProps, "memory"> {
  section: AgentMemorySection;
}

function Section({ section, onAdd, onEdit, onRemove }: SectionProps) {
  const { name, heading, comment, entries, notes } = section;
  const [listed, noted] = [useFirst(entries, say("entries")), useFirst(notes, say("paragraphs"))];
  const empty = entries.length === 0 && notes.length === 0;
  return (
    <section aria-label={heading} className="border-line border-t pb-2 first:border-t-0">
      <SectionHead
        title={<bdi>{heading}</bdi>}
        note={
          <span className="max-sm:hidden">
            {name === null ? say("a section of its own; kept as it is") : comment?.trim()}
          </span>
        }
      >
        <span className="text-fg-3 text-xs tabular-nums">{entries.length > 0 && entries.length}</span>
        {name !== null && <AddButton name={name} onAdd={onAdd} />}
      </SectionHead>
      {empty && <p className="text-fg-3 px-4 pb-1.5 text-xs">{say("Nothing yet.")}</p>}
      {noted.first.map((note) => (
        <div key={note.line} className="max-w-[96ch] px-4 py-1">
          <LazyMarkdown text={note.text} />
        </div>
      ))}
      {noted.more}
      <ul>
        {listed.first.map((entry) => (
          <li key={entry.id} className="hover:bg-hover focus-within:bg-hover group flex items-start gap-3 px-4 py-1">
            <span className="text-fg-3 w-9 shrink-0 pt-0.5 text-end font-mono text-xs tabular-nums select-none">
              {entry.line}
            </span>
            <div className="max-w-[96ch] min-w-0 flex-1">
              <LazyMarkdown text={entry.body === "" ? entry.text : `${entry.text}\n\n${entry.body}`} />
            </div>
            {name !== null && (
              <Changes>
                <span className="flex gap-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-md:opacity-100">
                  <IconButton
                    icon={Pencil}
                    iconSize={13}
                    label={say("Edit line {line}", { line: entry.line })}
                    onClick={() => onEdit(entry)}
                  />
                  <IconButton
                    icon={Trash2}
                    iconSize={13}
                    label={say("Remove line {line}", { line: entry.line })}
                    onClick={() => onRemove(entry)}
                  />
                </span>
              </Changes>
            )}
          </li>
        ))}
      </ul>
      {listed.more}
    </section>
  );
}

function AddButton({ name, onAdd }: { name: AgentSection; onAdd: (section: AgentSection) => void }) {
  return (
    <Changes>
      <IconButton
        icon={Plus}
        iconSize={15}
        label={say("Add to {name}", { name })}
        title={say("Add to {name}", { name })}
        onClick={() => onAdd(name)}
      />
    </Changes>
  );
}
