"use client";
import { THEMES, type Theme } from "@/components/shell/theme";
import { runAction, useActionList } from "@/components/ui/action-registry";
import { ViewSwitch } from "@/components/ui/view-switch";

const WORDS: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

/** How the dashboard looks in this browser; the same three actions as in the palette. */
export function ThemeChoice() {
  const actions = useActionList();
  // The theme that is shown is the one that cannot be chosen.
  const shown = THEMES.find((theme) => actions.some(({ id, enabled }) => id === `theme.${theme}` && enabled === false));
  return (
    <ViewSwitch
      label="Theme"
      views={THEMES}
      value={shown}
      onChange={(theme) => runAction(`theme.${theme}`)}
      name={(theme) => WORDS[theme]}
    />
  );
}
