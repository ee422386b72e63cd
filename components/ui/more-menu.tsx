import { MoreHorizontal } from "lucide-react";
import { Button } from "./button";
import { Menu } from "./menu";
import type { MenuProps } from "./menu-command";

/** What has no room of its own in the header of a narrow window. */
export function MoreMenu({ label, items }: { label: string; items: MenuProps["items"] }) {
  return (
    <Menu
      trigger={
        <Button look="ghost" size="icon" aria-label={label}>
          <MoreHorizontal size={16} aria-hidden />
        </Button>
      }
      items={items}
    />
  );
}
