"use client";
import type { ReactElement } from "react";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { SectionHandlers } from "./section-handlers";

/** What a Lead does with a teammate's whole section. It opens as soon as it is loaded: that is what was asked for. */
export function SectionMenu({
  trigger,
  role,
  onReplace,
  onArchiveSection,
}: { trigger: ReactElement; role: string } & SectionHandlers) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem onSelect={() => onReplace(role)}>Replace {role}…</MenuItem>
      <MenuItem onSelect={() => onArchiveSection(role)}>Archive the section</MenuItem>
    </Menu>
  );
}
