import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: { value: Value; label: ReactNode; panel: ReactNode }[];
}

/** Views of one thing, one at a time. Places with an address of their own are links, not tabs. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)}>
      <Base.List aria-label={label} className="border-line flex gap-1 border-b">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="text-fg-2 hover:text-fg data-[active]:border-accent data-[active]:text-fg -mb-px h-8 border-b-2 border-transparent px-2 select-none data-[active]:font-semibold"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-3">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
