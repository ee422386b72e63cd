import { Ellipsis } from "./icons";
import { IconButton } from "./button";
import { Menu } from "./menu";
import type { MenuProps } from "./menu-props";
import { ActionButton } from "./action-button";
import { say } from "@/lib/core/i18n/say";
import { runAction } from "./action-registry";

/** An action that is rarely wanted: a button, or on a phone one of the commands behind a button for more. */
export function RareAction({ action, label }: { action: string; label: string }) {
  return (
    <>
      <span className="max-sm:hidden">
        <ActionButton action={action} label={label} />
      </span>
      <span className="sm:hidden">
        <MoreMenu label={say("More")} items={[{ label, danger: true, onSelect: () => runAction(action) }]} />
      </span>
    </>
  );
}

export function MoreMenu({ label, items }: { label: string; items: MenuProps["items"] }) {
  return <Menu trigger={<IconButton icon={Ellipsis} size="icon" label={label} />} items={items} />;
}
