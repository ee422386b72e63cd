"use client";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { useActions } from "@/components/ui/action-registry";
import { logout } from "@/lib/client/mutations/login";
import { pages } from "@/lib/client/paths";
import { PLACES } from "./places";
import { useGo } from "./use-go";

const Palette = lazyPart(() => import("./palette").then((module) => module.Palette));
const KeySheet = lazyPart(() => import("./key-sheet").then((module) => module.KeySheet));

/** What can be done on every page, and the two places that list it: the palette and the sheet of keys. */
export function AppActions({ workspace }: { workspace: string }) {
  const go = useGo();
  const [shown, setShown] = useState<"palette" | "keys">();
  const close = () => setShown(undefined);

  useActions([
    {
      id: "app.palette",
      label: "Commands",
      group: "Wardroom",
      keys: "mod+k",
      inPalette: false,
      run: () => setShown("palette"),
    },
    { id: "app.api", label: "Open the API reference", group: "Go to", run: () => go("/docs/api") },
    { id: "app.keys", label: "Show all keys", group: "Wardroom", keys: "?", run: () => setShown("keys") },
    {
      id: "app.logout",
      label: "Sign out of this browser",
      group: "Wardroom",
      run: () => void logout().finally(() => location.replace(pages.login())),
    },
    ...PLACES.map((place) => ({
      id: `go.${place.id}`,
      label: `Go to ${place.label}`,
      group: "Go to" as const,
      keys: place.keys,
      run: () => go(place.href(workspace)),
    })),
  ]);

  return (
    <Suspense>
      {shown === "palette" && <Palette onClose={close} />}
      {shown === "keys" && <KeySheet onClose={close} />}
    </Suspense>
  );
}
