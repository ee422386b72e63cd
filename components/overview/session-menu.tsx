"use client";
import { useRouter } from "next/navigation";
import type { ReactElement } from "react";
import { Changes } from "@/components/ui/changes";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { pages } from "@/lib/client/paths";

interface SessionMenuProps {
  trigger: ReactElement;
  workspace: string;
  session: string;
  onDelete: () => void;
}

/** Where else a session leads. It opens as soon as it is loaded: that is what was asked for. */
export function SessionMenu({ trigger, workspace, session, onDelete }: SessionMenuProps) {
  const router = useRouter();
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuItem onSelect={() => router.push(pages.sessionHistory(workspace, session))}>History</MenuItem>
      <Changes>
        <MenuItem onSelect={() => router.push(pages.tokens(workspace, session))}>Tokens of its roles</MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={onDelete}>
          Move to the trash…
        </MenuItem>
      </Changes>
    </Menu>
  );
}
