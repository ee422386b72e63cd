import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { LineDiff } from "@/components/ui/line-diff";
import { shareKnowledge, sharePreviewQuery } from "@/lib/client/knowledge";
import { wordsOf } from "@/lib/client/request-error";
import { say } from "@/lib/core/words/say";
import { useKnowledgeChange } from "./use-knowledge-change";

export interface ShareQuestion {
  files: string[];
  id: string;
}

interface ShareDialogProps {
  workspace: string;
  question: ShareQuestion;
  onClose: () => void;
}

export function ShareDialog({ workspace, question, onClose }: ShareDialogProps) {
  const [id, setId] = useState(question.id);
  const { busy, run } = useKnowledgeChange(workspace);
  const wanted = { ...question, id: id.trim() === "" ? undefined : id.trim() };
  const { data, error } = useQuery({
    ...sharePreviewQuery(workspace, wanted),
    placeholderData: keepPreviousData,
    // Once it is done there is nothing left to show before.
    enabled: !busy,
  });

  function share() {
    if (!data) return false;
    return run({
      send: () => shareKnowledge(workspace, { ...wanted, dryRun: false }, data.etag),
      done: ({ path, tokensSaved }) => ({
        title: say("{id} is shared", { id: data.id }),
        detail: say("{path}; {tokensSaved, plural, one {# token} other {# tokens}} of copies are gone.", {
          path,
          tokensSaved,
        }),
      }),
      failed: say("Nothing was shared"),
    });
  }

  return (
    <FormDialog
      title={say("Merge into one shared file")}
      description={say("Team indexes then refer to it. All of it can be undone.")}
      width="wide"
      onClose={onClose}
      submit={say("Merge")}
      busy={busy}
      ready={data !== undefined && error === null}
      onSubmit={share}
      beside={
        data && (
          <span className="text-fg-2 me-auto text-xs tabular-nums">
            {say("{tokensSaved, plural, one {# token} other {# tokens}} of copies go", {
              tokensSaved: data.tokensSaved,
            })}
          </span>
        )
      }
    >
      <TextField
        label={say("Id in the registry")}
        error={error ? wordsOf(error).message : undefined}
        value={id}
        spellCheck={false}
        placeholder={data?.id}
        onValue={setId}
      />
      {data && (
        <ul aria-label={say("What changes")} className="flex flex-col gap-3">
          {data.changes.map((change) => (
            <li key={change.path} className="flex flex-col gap-1.5">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={change.kind === "removed" ? "bad" : change.kind === "created" ? "ok" : "neutral"}>
                  {change.kind}
                </Badge>
                <code className="font-mono text-xs wrap-anywhere">{change.path}</code>
              </p>
              <LineDiff diff={change} label={say("What changes in {path}", { path: change.path })} />
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
