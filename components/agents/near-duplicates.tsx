import type { AgentEntry, AgentSessionClosed } from "@/lib/contracts/agents";
import { say, sentence } from "@/lib/core/words/say";

/** What is done about a text that nearly says what an entry says. */
export interface Choice {
  entry: string;
  choice: "replace" | "keep";
}

interface NearDuplicatesProps {
  preview: AgentSessionClosed;
  choices: ReadonlyMap<string, Choice>;
  onChoose: (text: string, choice: Choice | undefined) => void;
}

const WAYS = [
  { value: "both", label: sentence("Keep both") },
  { value: "replace", label: sentence("Replace it with the new one") },
  { value: "keep", label: sentence("Keep the old one only") },
] as const;

/** Texts that nearly are in the memory already, each beside the entry it is like: merged as the reader says, or both kept. */
export function NearDuplicates({ preview, choices, onChoose }: NearDuplicatesProps) {
  const pairs: { text: string; entry: AgentEntry }[] = [...preview.nearDuplicates, ...preview.merged];
  if (pairs.length === 0) return null;
  return (
    <section
      aria-label={say("Similar entries")}
      className="border-line-strong flex flex-col gap-2 rounded-md border p-2.5"
    >
      <h3 className="text-xs font-semibold">{say("Similar entries")}</h3>
      {pairs.map(({ text, entry }) => (
        <div key={text} role="radiogroup" aria-label={text} className="flex flex-col gap-1">
          <p className="written">
            <span className="text-ok">{say("new")}</span> {text}
          </p>
          <p className="written text-fg-2">
            <span className="text-fg-3">{say("line {line}", { line: entry.line })}</span> {entry.text}
          </p>
          <span className="flex flex-wrap gap-x-4 gap-y-1">
            {WAYS.map(({ value, label }) => (
              <label key={value} className="inline-flex items-center gap-1.5 text-xs">
                <input
                  type="radio"
                  name={`near ${text}`}
                  checked={(choices.get(text)?.choice ?? "both") === value}
                  onChange={() => onChoose(text, value === "both" ? undefined : { entry: entry.id, choice: value })}
                />
                {say(label)}
              </label>
            ))}
          </span>
        </div>
      ))}
    </section>
  );
}
