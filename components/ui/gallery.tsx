"use client";
import { Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Badge } from "./badge";
import { Button } from "./button";
import { Checkbox } from "./checkbox";
import { Dialog } from "./dialog";
import { Diff, type DiffRow } from "./diff";
import { EmptyState } from "./empty-state";
import { AreaField, TextField } from "./field";
import { Kbd } from "./kbd";
import { Mark } from "./mark";
import { Menu } from "./menu";
import { Select } from "./select";
import { Skeleton } from "./skeleton";
import { Tabs } from "./tabs";
import { toast } from "./toast-queue";

const nothing = () => undefined;

const TONES = ["neutral", "accent", "ok", "warn", "bad"] as const;
const SHAPES = ["square", "diamond", "dot", "ring", "bar"] as const;
const SWATCHES = [
  ...["bg", "panel", "raised", "hover", "accent", "accent-soft"],
  ...["ok-soft", "warn-soft", "bad-soft", "add", "del", "mark"],
];

/** A line of the shown difference; what was added to its end stands out. */
const line = (
  kind: DiffRow["kind"],
  before: number | null,
  after: number | null,
  text: string,
  added = "",
): DiffRow => ({
  kind,
  before,
  after,
  segments: [{ text, changed: false }, ...(added === "" ? [] : [{ text: added, changed: true }])],
});

const WARNING = "- [Warning] do not call `matchSupplier()` in the export";
const HUNKS = [
  {
    lines: [
      line("same", 11, 11, "## implementer-1"),
      line("removed", 12, null, WARNING),
      line("added", null, 12, WARNING, " transaction, it takes a second lock"),
    ],
  },
  { lines: [line("added", null, 40, "", "- [Finding] 원장 API")] },
];

export function Gallery() {
  return (
    <main id="content" className="mx-auto grid max-w-[1100px] grid-cols-2 gap-x-8 gap-y-6 p-6 max-md:grid-cols-1">
      <h1 className="col-span-full text-xl font-semibold">Primitives</h1>
      <Group title="Colours and type">
        <Row>
          {SWATCHES.map((swatch) => (
            <span
              key={swatch}
              title={swatch}
              className="border-line size-6 rounded-md border"
              style={{ background: `var(--${swatch})` }}
            />
          ))}
        </Row>
        <p className="text-xl font-semibold">Twenty, for a page</p>
        <p className="text-base font-semibold">Fifteen, for a dialog</p>
        <p>
          Thirteen, for text. <span className="text-fg-2">Second.</span> <span className="text-fg-3">Third.</span>
        </p>
        <p className="text-fg-2 text-xs">Twelve, for what is said about it: 원장 API · 供应商 · مورد · 🧭</p>
      </Group>
      <Group title="Button">
        <Row>
          <Button look="primary">
            Add as Lead <Kbd keys="c" />
          </Button>
          <Button>Prune…</Button>
          <Button look="ghost">Cancel</Button>
          <Button look="danger">Delete</Button>
        </Row>
        <Row>
          <Button disabled>Disabled</Button>
          <Button look="primary" busy>
            Busy
          </Button>
          <Button size="small">Small</Button>
          <Button size="icon" look="ghost" aria-label="Add">
            <Plus size={16} aria-hidden />
          </Button>
          <Kbd keys="mod+k" className="text-fg-3" />
          <Kbd keys="g s" className="text-fg-3" />
        </Row>
      </Group>
      <Group title="Badge and mark">
        <Row>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
        <Row>
          {TONES.flatMap((tone) => SHAPES.map((shape) => <Mark key={tone + shape} tone={tone} shape={shape} />))}
        </Row>
      </Group>
      <Group title="Field, select, checkbox">
        <TextField label="Session" hint="Becomes the name of a folder." placeholder="invoice-import" />
        <TextField label="Role" error="A role id has no slashes." defaultValue="implementer/1" />
        <AreaField label="Resolution" rows={2} />
        <Held first="Lead">
          {(value, onChange) => (
            <Select
              label="Section"
              value={value}
              onChange={onChange}
              options={["Lead", "implementer-1"].map((each) => ({ value: each, label: each }))}
            />
          )}
        </Held>
        <Row>
          <Checkbox aria-label="Not chosen" />
          <Checkbox aria-label="Chosen" defaultChecked />
          <Checkbox aria-label="Not to be chosen" disabled />
        </Row>
      </Group>
      <Group title="Dialog, menu, popover, tooltip, toast">
        <Row>
          <Held first="">
            {(open, setOpen) => (
              <>
                <Button onClick={() => setOpen("dialog")}>Dialog</Button>
                {open && (
                  <Dialog
                    title="Resolve"
                    description="Strikes the item and appends your note."
                    onClose={() => setOpen("")}
                    footer={<Button look="primary">Resolve</Button>}
                  >
                    <TextField label="Resolution" />
                  </Dialog>
                )}
              </>
            )}
          </Held>
          <Menu
            trigger={<Button>Menu</Button>}
            items={[
              { label: "Archive", keys: "e", onSelect: nothing },
              { label: "Resolve", disabled: true, onSelect: nothing },
              null,
              { label: "Delete", danger: true, onSelect: nothing },
            ]}
          />
          <Button
            onClick={() => toast({ title: "Archived 3 items", action: { label: "Undo", keys: "u", run: nothing } })}
          >
            Toast
          </Button>
          <Button onClick={() => toast({ title: "Not archived", detail: "It has changed since.", tone: "bad" })}>
            Toast, failed
          </Button>
        </Row>
      </Group>
      <Group title="Tabs">
        <Held first="one">
          {(value, onChange) => (
            <Tabs
              label="Views"
              value={value}
              onChange={onChange}
              tabs={[
                { value: "one", label: "Unified", panel: "One below the other." },
                { value: "two", label: "Split", panel: "Beside each other." },
              ]}
            />
          )}
        </Held>
      </Group>
      <Group title="Diff, unified">
        <Diff hunks={HUNKS} />
      </Group>
      <Group title="Diff, split">
        <Diff hunks={HUNKS} split />
      </Group>
      <Group title="Empty state">
        <EmptyState
          title="No items yet"
          command='curl -X POST … -d {"tag":"Finding"}'
          actions={<Button>Clear filters</Button>}
        >
          The first one an agent writes shows here at once.
        </EmptyState>
      </Group>
      <Group title="Skeleton">
        <Skeleton className="h-3 w-64" />
        <Skeleton className="h-3 w-48" />
      </Group>
    </main>
  );
}

/** Draws what has a value, and keeps it. */
function Held({
  first,
  children,
}: {
  first: string;
  children: (value: string, set: (v: string) => void) => ReactNode;
}) {
  return children(...useState(first));
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line flex min-w-0 flex-col gap-3 border-t pt-3">
      <h2 className="text-fg-3 text-xs font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}
