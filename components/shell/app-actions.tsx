import { useParams } from "next/navigation";
import { Suspense, useState } from "react";
import { lazyPart, unframedPart } from "@/components/ui/lazy-part";
import { actionsOf, useActions } from "@/components/ui/action-registry";
import { logout } from "@/lib/client/login";
import { pages } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";
import { PLACES, SESSION_PLACES } from "./places";
import { useGo } from "./use-go";

const Palette = unframedPart(() => import("./palette").then((module) => module.Palette));
const KeySheet = lazyPart(() => import("./key-sheet").then((module) => module.KeySheet));

/** What can be done on every page, and the two places that list it: the palette and the sheet of keys. */
export function AppActions({ workspace }: { workspace: string }) {
  const go = useGo();
  const { session } = useParams<{ session?: string }>();
  const [shown, setShown] = useState<"palette" | "keys">();
  // What is typed before the palette has come is handed over to it.
  const [typed, setTyped] = useState("");
  const close = () => {
    setShown(undefined);
    setTyped("");
  };

  useActions([
    {
      id: "app.palette",
      label: say("Commands"),
      group: "Wardroom",
      keys: "mod+k",
      inPalette: false,
      run: () => setShown("palette"),
    },
    ...actionsOf("Go to", {
      "team.join": {
        changes: "hand out tokens",
        label: say("Add agents…"),
        run: () => go(pages.join(workspace, session === undefined ? undefined : decodeURIComponent(session))),
      },
      "go.wall": { label: say("Show who is at work, for a screen on a wall"), run: () => go(pages.wall(workspace)) },
      "app.terms": { label: say("Explain the terms"), run: () => go("/docs") },
      "app.api": { label: say("Open the API reference"), run: () => go("/docs/api") },
    }),
    ...actionsOf("Wardroom", {
      "app.keys": { label: say("Show all keys"), keys: "?", run: () => setShown("keys") },
      "app.logout": {
        label: say("Sign out of this browser"),
        run: () => void logout().finally(() => location.replace(pages.login())),
      },
    }),
    ...PLACES.map((place) => ({
      id: `go.${place.id}`,
      label: say("Go to {label}", { label: say(place.label) }),
      group: "Go to" as const,
      keys: place.keys,
      run: () => go(place.href(workspace)),
    })),
    ...(session === undefined ? [] : SESSION_PLACES).map((place) => ({
      id: `go.session.page.${place.id}`,
      label: say("Go to {label} of this session", { label: say(place.label) }),
      group: "Go to" as const,
      ...(place.keys !== undefined && { keys: place.keys }),
      run: () => go(place.href(workspace, decodeURIComponent(session ?? ""))),
    })),
  ]);

  return (
    <>
      <Suspense fallback={<PaletteComing typed={typed} onType={setTyped} onClose={close} />}>
        {shown === "palette" && <Palette workspace={workspace} typed={typed} onClose={close} />}
      </Suspense>
      {shown === "keys" && <KeySheet onClose={close} />}
    </>
  );
}

function focus(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Where the palette will be, taking what is typed meanwhile: keys are not for the page any more. */
function PaletteComing({
  typed,
  onType,
  onClose,
}: {
  typed: string;
  onType: (text: string) => void;
  onClose: () => void;
}) {
  return (
    <div className="border-line-strong bg-raised shadow-pop fixed start-1/2 top-[12vh] z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-lg border">
      <input
        aria-label={say("Commands")}
        ref={focus}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
        placeholder={say("Type a command or search")}
        className="h-11 w-full bg-transparent px-4 text-base outline-none"
      />
    </div>
  );
}
