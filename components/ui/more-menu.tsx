import { MoreHorizontal } from "lucide-react";
import { IconButton } from "./button";
import { Menu } from "./menu";
import type { MenuProps } from "./menu-props";

export function MoreMenu({ label, items }: { label: string; items: MenuProps["items"] }) {
  return <Menu trigger={<IconButton icon={MoreHorizontal} size="icon" label={label} />} items={items} />;
}
