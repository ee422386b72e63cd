"use client";
import { Command } from "cmdk";
import { useState } from "react";
import { Dialog as Base } from "@base-ui/react/dialog";
import { ACTION_GROUPS, runAction, useActionList } from "@/components/ui/action-registry";
import { Kbd } from "@/components/ui/kbd";

/**
 * Everything that can be done here and now, found by typing: what concerns the selection first. `typed` is what was typed
 * while the palette was on its way.
 */
export function Palette({ typed, onClose }: { typed: string; onClose: () => void }) {
  const actions = useActionList().filter((action) => action.inPalette !== false && action.enabled !== false);
  const [open, setOpen] = useState(true);
  const [query, setQuery] = useState(typed);
  const [chosen, setChosen] = useState<string>();

  return (
    <Base.Root
      open={open}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return;
        onClose();
        // Only now has the focus gone back to the page, where an action that opens a dialog of its own can take it.
        if (chosen) runAction(chosen);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="bg-veil fixed inset-0 z-40" />
        <Base.Popup className="animate-appear border-line-strong bg-raised shadow-pop fixed start-1/2 top-[12vh] z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-lg border outline-none">
          <Base.Title className="sr-only">Commands</Base.Title>
          <Command label="Commands" loop>
            <Command.Input
              value={query}
              onValueChange={setQuery}
              placeholder="What do you want to do?"
              className="border-line h-11 w-full border-b bg-transparent px-4 text-base outline-none"
            />
            <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
              <Command.Empty className="text-fg-3 px-3 py-6 text-center">Nothing here is called that.</Command.Empty>
              {ACTION_GROUPS.map((group) => {
                const members = actions.filter((action) => action.group === group);
                return members.length === 0 ? null : (
                  <Command.Group
                    key={group}
                    heading={group}
                    className="[&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-fg-3 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-semibold"
                  >
                    {members.map((action) => (
                      <Command.Item
                        key={action.id}
                        value={action.id}
                        keywords={[action.label]}
                        onSelect={() => {
                          setChosen(action.id);
                          setOpen(false);
                        }}
                        className="data-[selected=true]:bg-accent-soft flex h-8 items-center gap-3 rounded-md px-2.5 select-none"
                      >
                        <span className="flex-1 truncate">{action.label}</span>
                        {action.keys && <Kbd keys={action.keys} className="text-fg-3" />}
                      </Command.Item>
                    ))}
                  </Command.Group>
                );
              })}
            </Command.List>
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
