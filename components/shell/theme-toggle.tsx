"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { useActions } from "@/components/ui/action-registry";
import { Button } from "@/components/ui/button";
import { announce } from "@/components/ui/live-region";
import { THEMES, applyTheme, type Theme } from "./theme";

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const WORDS = { system: "the system's", light: "light", dark: "dark" };

/** Goes through the three themes. */
export function ThemeToggle({ theme: initial }: { theme: Theme }) {
  const [theme, setTheme] = useState(initial);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";

  function choose(chosen: Theme) {
    applyTheme(chosen);
    setTheme(chosen);
    announce(`Theme: ${WORDS[chosen]}`);
  }

  useActions(
    THEMES.map((each) => ({
      id: `theme.${each}`,
      label: each === "system" ? "Use the system's theme" : `Use the ${each} theme`,
      group: "Wardroom" as const,
      enabled: each !== theme,
      run: () => choose(each),
    })),
  );

  const Icon = ICONS[theme];
  return (
    <Button
      look="ghost"
      size="icon-small"
      onClick={() => choose(next)}
      aria-label={`Theme is ${WORDS[theme]}; change to ${WORDS[next]}`}
      title={`Theme: ${WORDS[theme]}`}
    >
      <Icon size={14} aria-hidden />
    </Button>
  );
}
