"use client";
import { ViewSwitch } from "@/components/ui/view-switch";
import { LANGUAGE_COOKIE, LANGUAGES, type Language } from "@/lib/core/words/languages";
import { say } from "@/lib/core/words/say";

const CHOICES = ["browser", "en", "ko"] as const satisfies (Language | "browser")[];

/** In which language the dashboard is: the browser's, or one that is kept for a year. */
export function LanguageChoice({ chosen }: { chosen: Language | null }) {
  function choose(choice: Language | "browser") {
    const kept = choice === "browser" ? "max-age=0" : "max-age=31536000";
    document.cookie = `${LANGUAGE_COOKIE}=${choice}; path=/; ${kept}; samesite=lax`;
    // What is drawn already is in the other language.
    window.location.reload();
  }

  return (
    <ViewSwitch
      label={say("Language")}
      views={CHOICES}
      value={chosen ?? "browser"}
      onChange={choose}
      name={(choice) =>
        choice === "browser" ? say("Browser language") : <span lang={choice}>{LANGUAGES[choice]}</span>
      }
    />
  );
}
