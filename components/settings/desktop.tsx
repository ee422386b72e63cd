import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useAwake } from "@/components/ui/use-awake";
import { chooseDesktop, useDesktopChoice } from "@/lib/client/desktop-choice";
import type { NeedKind } from "@/lib/core/inbox/needs";
import { say } from "@/lib/core/words/say";
import { HoursChoice, KindChoice } from "./kind-choice";

/** What most want to hear of at once. */
const USUAL: NeedKind[] = ["relay", "ack", "gate", "conflict", "question"];

/** Whether this browser notifies its reader of what comes to wait, and of which kinds. */
export function Desktop() {
  const choice = useDesktopChoice();
  const awake = useAwake();
  const [refused, setRefused] = useState(false);
  // What a browser can do is known in the browser alone.
  if (!awake) return null;
  if (!("Notification" in window)) {
    return (
      <p className="text-fg-2">{say("This browser has no notifications, or this address is not secure (https).")}</p>
    );
  }

  async function turnOn() {
    const isGranted = (await Notification.requestPermission()) === "granted";
    setRefused(!isGranted);
    if (isGranted) chooseDesktop({ kinds: USUAL, quiet: null });
  }

  const isBlocked = refused || Notification.permission === "denied";
  if (choice === null || isBlocked) {
    return (
      <div className="flex flex-col items-start gap-1.5">
        <Button onClick={() => void turnOn()}>{say("Turn on")}</Button>
        {isBlocked && (
          <p role="status" className="text-warn text-xs">
            {say("This browser blocks notifications of this page. Allow them in its site settings, then turn them on.")}
          </p>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <KindChoice kinds={choice.kinds} onChange={(kinds) => chooseDesktop({ ...choice, kinds })} />
      <HoursChoice hours={choice.quiet} onChange={(quiet) => chooseDesktop({ ...choice, quiet })} />
      <Button onClick={() => chooseDesktop(null)}>{say("Turn off")}</Button>
    </div>
  );
}
