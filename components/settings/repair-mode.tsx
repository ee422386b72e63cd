import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { foreseen, useChange } from "@/components/shell/use-change";
import { proposedRepairsQuery, repairsKey } from "@/lib/client/repairs";
import type { RepairSettings } from "@/lib/contracts/repairs";
import { say, sentence, type Sentence } from "@/lib/core/words/say";

type Mode = RepairSettings["mode"];

const MODES: readonly { mode: Mode; label: Sentence; about: Sentence }[] = [
  { mode: "observe", label: sentence("Observe"), about: sentence("Files stay as saved; missing lines are listed.") },
  {
    mode: "propose",
    label: sentence("Propose"),
    about: sentence(
      "Lines are put back automatically when they cannot have been deleted on purpose; you decide on the rest.",
    ),
  },
  {
    mode: "repair",
    label: sentence("Repair"),
    about: sentence("Lines are put back automatically unless both sides changed the same ones."),
  },
];

/** What is done about a save of an old copy over newer lines. */
export function RepairMode({ workspace }: { workspace: string }) {
  const { data } = useQuery(proposedRepairsQuery(workspace));
  const { run } = useChange([repairsKey(workspace)]);
  if (!data) return null;

  const choose = (mode: Mode, label: Sentence) =>
    run({
      foresee: [foreseen(proposedRepairsQuery(workspace), (list) => ({ ...list, mode }))],
      send: () => call("PUT /repairs", { params: { workspace }, body: { mode } }),
      done: () => ({ title: say("Saves of old copies: {label}", { label: say(label) }) }),
      failed: say("Not changed"),
    });

  return (
    <fieldset className="border-line overflow-hidden rounded-lg border">
      <legend className="sr-only">{say("When a save leaves out newer lines")}</legend>
      {MODES.map(({ mode, label, about }) => (
        <label
          key={mode}
          className="border-line hover:bg-hover flex min-h-9 cursor-pointer items-start gap-2.5 border-t px-3 py-1.5 first-of-type:border-t-0"
        >
          <input
            type="radio"
            name="repair-mode"
            className="accent-accent mt-1"
            aria-label={`${say(label)}: ${say(about)}`}
            checked={data.mode === mode}
            onChange={() => void choose(mode, label)}
          />
          <span>
            <span className="font-semibold">{say(label)}</span>
            <span className="text-fg-2 block text-xs">{say(about)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
