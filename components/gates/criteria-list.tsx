"use client";
import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CONTROL } from "@/components/ui/control";
import { cx } from "@/components/ui/cx";
import type { Conclusion } from "./gate-conclusion";

interface CriteriaListProps {
  criteria: Conclusion["criteria"];
  /** So many of them, the first, were asked as the gate opened: they are judged, and neither reworded nor removed. */
  asked: number;
  onChange: (criteria: Conclusion["criteria"]) => void;
}

/** What was asked of the phase, each met or not; Enter adds another. */
export function CriteriaList({ criteria, asked, onChange }: CriteriaListProps) {
  const list = useRef<HTMLUListElement>(null);
  const put = (at: number, change: Partial<Conclusion["criteria"][number]>) =>
    onChange(criteria.map((each, index) => (index === at ? { ...each, ...change } : each)));

  function add() {
    onChange([...criteria, { name: "", met: true }]);
    // The field is there after the next drawing.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>("li:last-child input[type=text]")?.focus(),
    );
  }

  return (
    <div className="flex flex-col items-start gap-1.5 px-4 pb-4">
      {criteria.length > 0 && (
        <ul ref={list} aria-label="Criteria" className="flex w-full max-w-[720px] flex-col gap-1.5">
          {criteria.map(({ name, met }, index) => (
            <li key={index} className="flex items-center gap-2">
              <Checkbox
                aria-label={index < asked ? `Met: ${name}` : `Criterion ${index + 1} is met`}
                checked={met}
                onChange={(event) => put(index, { met: event.target.checked })}
              />
              {index < asked ? (
                <span dir="auto" className="written flex-1 py-1.5">
                  {name}
                </span>
              ) : (
                <input
                  type="text"
                  aria-label={`Criterion ${index + 1}`}
                  value={name}
                  maxLength={2000}
                  dir="auto"
                  placeholder="What was asked of the phase"
                  onChange={(event) => put(index, { name: event.target.value })}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                    event.preventDefault();
                    add();
                  }}
                  className={cx(CONTROL, "h-8 flex-1")}
                />
              )}
              <span className="text-fg-3 w-14 text-xs max-sm:hidden">{met ? "met" : "not met"}</span>
              {index < asked ? (
                <span className="text-fg-3 w-7 text-xs max-sm:hidden">asked</span>
              ) : (
                <Button
                  look="ghost"
                  size="icon-small"
                  aria-label={`Remove criterion ${index + 1}`}
                  onClick={() => onChange(criteria.filter((_, at) => at !== index))}
                >
                  <X size={14} aria-hidden />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button size="small" onClick={add}>
        <Plus size={14} aria-hidden /> Add a criterion
      </Button>
    </div>
  );
}
