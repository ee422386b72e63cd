"use client";
import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextInput } from "@/components/ui/field";
import { LineDiff } from "@/components/ui/line-diff";
import { sayCount } from "@/lib/core/text/say-count";
import { shareKnowledge, sharePreviewQuery } from "@/lib/client/knowledge";
import { wordsOf } from "@/lib/client/request-error";
import type { PassagePlace } from "@/lib/contracts/knowledge-duplicates";
import type { z } from "zod";
import { useKnowledgeChange } from "./use-knowledge-change";

/** What is to be one: whole files, or places of a passage. */
export interface ShareQuestion {
  files?: string[];
  places?: z.infer<typeof PassagePlace>[];
  id?: string;
}

interface ShareDialogProps {
  workspace: string;
  question: ShareQuestion;
  onClose: () => void;
}

/** Shows what every file becomes when copies are made one shared file, and does exactly that. */
export function ShareDialog({ workspace, question, onClose }: ShareDialogProps) {
  const [id, setId] = useState(question.id ?? "");
  const { busy, run } = useKnowledgeChange(workspace);
  const wanted = { ...question, id: id.trim() === "" ? undefined : id.trim() };
  const { data, error } = useQuery({
    ...sharePreviewQuery(workspace, wanted),
    placeholderData: keepPreviousData,
    // Once it is done there is nothing left to show before.
    enabled: !busy,
  });

  async function share() {
    if (!data) return;
    const done = await run({
      send: () => shareKnowledge(workspace, { ...wanted, dryRun: false }, data.etag),
      done: ({ path, tokensSaved }) => ({
        title: `${data.id} is shared`,
        detail: `${path}; ${sayCount(tokensSaved, "token")} of copies are gone.`,
      }),
      failed: "Nothing was shared",
    });
    if (done) onClose();
  }

  return (
    <Dialog
      title="Merge into one shared file"
      description="References are updated in the same step, and all of it can be undone."
      width="wide"
      onClose={onClose}
      footer={
        <>
          {data && (
            <span className="text-fg-2 me-auto text-xs tabular-nums">
              {sayCount(data.tokensSaved, "token")} of copies go
            </span>
          )}
          <Button look="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" busy={busy} disabled={!data || error !== null} onClick={() => void share()}>
            Share it
          </Button>
        </>
      }
    >
      <Field label="Id in the registry" error={error ? wordsOf(error).message : undefined}>
        <TextInput
          value={id}
          spellCheck={false}
          placeholder={data?.id}
          onChange={(event) => setId(event.target.value)}
        />
      </Field>
      {data && (
        <ul aria-label="What changes" className="mt-3 flex flex-col gap-3">
          {data.changes.map((change) => (
            <li key={change.path} className="flex flex-col gap-1.5">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={change.kind === "removed" ? "bad" : change.kind === "created" ? "ok" : "neutral"}>
                  {change.kind}
                </Badge>
                <code className="font-mono text-xs wrap-anywhere">{change.path}</code>
              </p>
              <LineDiff diff={change} label={`What changes in ${change.path}`} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
