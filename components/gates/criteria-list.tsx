import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CONTROL } from "@/components/ui/control";
import { cx } from "@/components/ui/cx";
import { say } from "@/lib/core/words/say";
import type { Conclusion } from "./gate-conclusion";

interface CriteriaListProps {
  criteria: Conclusion["criteria"];
  /** So many of them, the first, were asked as the gate opened: they are judged, and not removed. */
  asked: number;
  onChange: (criteria: Conclusion["criteria"]) => void;
}

/** What was asked of the phase, each met or not, and none of them until somebody says so; Enter adds another. */
export function CriteriaList({ criteria, asked, onChange }: CriteriaListProps) {
  const [name, setName] = useState("");

  function add() {
    const added = name.trim();
    if (added !== "" && criteria.every((each) => each.name !== added)) {
      onChange([...criteria, { name: added, met: false }]);
    }
    setName("");
  }

  return (
    <div className="flex flex-col gap-1 px-3 pb-3">
      {criteria.length > 0 && (
        <ul aria-label={say("Criteria")} className="flex w-full max-w-[720px] flex-col">
          {criteria.map((each, index) => (
            <li key={each.name} className="flex items-start gap-2">
              <Checkbox
                aria-label={say("Met: {name}", { name: each.name })}
                checked={each.met}
                onChange={(event) =>
                  onChange(criteria.map((other) => (other === each ? { ...each, met: event.target.checked } : other)))
                }
              />
              <span dir="auto" className="written min-w-0 flex-1 py-0.5">
                {each.name}
              </span>
              <span className="text-fg-3 w-14 py-1 text-xs max-sm:hidden">
                {each.met ? say("met") : say("not met")}
              </span>
              {index < asked ? (
                <span className="text-fg-3 w-7 py-1 text-xs max-sm:hidden">{say("asked")}</span>
              ) : (
                <IconButton
                  icon={X}
                  iconSize={14}
                  label={say("Remove: {name}", { name: each.name })}
                  onClick={() => onChange(criteria.filter((other) => other !== each))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex w-full max-w-[720px] items-center gap-1.5 ps-1">
        <input
          type="text"
          aria-label={say("Another criterion")}
          value={name}
          maxLength={2000}
          dir="auto"
          placeholder={say("What else was asked of the phase")}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
          className={cx(CONTROL, "h-7 flex-1")}
        />
        <Button size="small" onClick={add} disabled={name.trim() === ""}>
          <Plus size={14} aria-hidden /> {say("Add")}
        </Button>
      </div>
    </div>
  );
}
