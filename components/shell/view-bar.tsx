import type { ReactNode } from "react";
import { useActions } from "@/components/ui/action-registry";
import { ViewSwitch } from "@/components/ui/view-switch";
import { say, type Sentence } from "@/lib/core/i18n/say";

/** The views of a page: how each is called, what showing it is called, `{view}` being its name, and the key that does. */
export type ViewWords<View extends string> = Readonly<Record<View, { name: Sentence; label: Sentence; keys: string }>>;

interface ViewBarProps<View extends string> {
  /** What the ids of its actions begin with, such as `team.view`. */
  id: string;
  words: ViewWords<View>;
  value: View;
  onChange: (view: View) => void;
  /** How many things there are in a view, where that is known. */
  counts?: Partial<Record<View, number | undefined>>;
  /** What is said of the page, beside its views. */
  children?: ReactNode;
}

/** Switches between the views of a page, by pointer and by key. */
export function ViewBar<View extends string>({ id, words, value, onChange, counts, children }: ViewBarProps<View>) {
  const views = Object.keys(words) as View[];
  useActions(
    views.map((view) => ({
      id: `${id}.${view}`,
      label: say(words[view].label, { view: say(words[view].name) }),
      group: "View" as const,
      keys: words[view].keys,
      enabled: view !== value,
      run: () => onChange(view),
    })),
  );
  return (
    <div className="border-line flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5">
      <ViewSwitch
        views={views}
        value={value}
        onChange={onChange}
        name={(view) => (
          <>
            {say(words[view].name)}
            {counts?.[view] !== undefined && <span className="text-fg-3 ms-1.5 tabular-nums">{counts[view]}</span>}
          </>
        )}
      />
      {children}
    </div>
  );
}
