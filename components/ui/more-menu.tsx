import { Ellipsis } from "./icons";
import { IconButton } from "./button";
import { Menu } from "./menu";
import type { MenuProps } from "./menu-props";

export function MoreMenu({ label, items }: { label: string; items: MenuProps["items"] }) {
  return <Menu trigger={<IconButton icon={Ellipsis} size="icon" label={label} />} items={items} />;
}
