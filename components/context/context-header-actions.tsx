"use client";
import { useQuery } from "@tanstack/react-query";
import { Changes } from "@/components/ui/changes";
import { ActionButton } from "@/components/ui/action-button";
import { contextQuery } from "@/lib/client/context";
import type { SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";
import { useContextPlace } from "./use-context-place";
import { versionName, versionNumberOf } from "./version-name";

/** What is done most with a context, in the header: edit and publish it. */
export function ContextHeaderActions(scope: SessionScope) {
  const { data } = useQuery(contextQuery(scope));
  const [{ edit }] = useContextPlace();
  const next = versionName(versionNumberOf(data?.version ?? "") + 1);
  if (edit) {
    return (
      <>
        <ActionButton action="context.leave" label={say("Back")} keys="escape" />
        <ActionButton action="context.send" label={say("Publish {next}", { next })} keys="mod+enter" look="primary" />
      </>
    );
  }
  // What is on disk has its buttons beside what it would change.
  if (data?.draft) return null;
  return (
    <Changes>
      <ActionButton action="context.publish" label={say("Edit and publish")} keys="p" look="primary">
        <span className="sm:hidden">{say("Edit")}</span>
        <span className="max-sm:hidden">{say("Edit and publish")}</span>
      </ActionButton>
    </Changes>
  );
}
