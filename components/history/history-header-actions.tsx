"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { ActionButton } from "@/components/ui/action-button";
import { useActions } from "@/components/ui/action-registry";
import { buttonClass } from "@/components/ui/button";
import { exportAddress } from "@/lib/client/history";
import { say, sentence } from "@/lib/core/words/say";
import { useEventFilter } from "./use-event-filter";

const VerifyDialog = lazyPart(() => import("./verify-dialog").then((module) => module.VerifyDialog));

const FORMATS = [
  { format: "jsonl", label: sentence("JSON Lines") },
  { format: "csv", label: sentence("CSV") },
] as const;

/** Taking the history away, as it is narrowed now, and proving that it is whole. */
export function HistoryHeaderActions({ workspace }: { workspace: string }) {
  const { wanted } = useEventFilter();
  const [verifying, setVerifying] = useState(false);
  useActions([
    {
      id: "history.verify",
      label: say("Verify the history…"),
      group: "Page",
      keys: "v",
      run: () => setVerifying(true),
    },
  ]);
  return (
    <>
      {FORMATS.map(({ format, label }) => (
        <a
          key={format}
          href={exportAddress(workspace, wanted, format)}
          download={`${workspace}-history.${format}`}
          className={buttonClass({ look: "ghost" })}
          title={say("Download what passes the filter as {label}", { label: say(label) })}
        >
          <Download size={14} aria-hidden className="max-sm:hidden" />
          {say(label)}
        </a>
      ))}
      <ActionButton action="history.verify" label={say("Verify…")} keys="v" />
      {verifying && <VerifyDialog workspace={workspace} onClose={() => setVerifying(false)} />}
    </>
  );
}
