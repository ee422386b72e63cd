import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import type { DuplicateGroup, KnowledgeShare } from "@/lib/contracts/knowledge-duplicates";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import type { ShareQuestion } from "./share-dialog";
import { Reading } from "./reading";
import { useKnowledgeChange } from "./use-knowledge-change";

const ShareDialog = lazyPart(() => import("./share-dialog").then((module) => module.ShareDialog));

/** The files that are there more than once, and how to make them one. */
export function Duplicates({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(readQuery("GET /knowledge/duplicates", { params: { workspace } }));
  const [question, setQuestion] = useState<ShareQuestion>();
  if (data === undefined) return <Reading what={say("The duplicates")} error={error} onRetry={() => void refetch()} />;
  const { groups, shares } = data;
  return (
    <>
      {shares.map((share) => (
        <ShareRow key={share.act} workspace={workspace} share={share} />
      ))}
      {groups.length === 0 && (
        <EmptyState title={say("No duplicates")}>
          {say("{files, plural, one {# file was} other {# files were}} compared.", { files: data.files })}
        </EmptyState>
      )}
      {groups.map((group) => (
        <Group
          key={group.proposedId + group.files.join()}
          group={group}
          onShare={() => setQuestion({ files: group.files, id: group.proposedId })}
        />
      ))}
      {question && <ShareDialog workspace={workspace} question={question} onClose={() => setQuestion(undefined)} />}
    </>
  );
}

function ShareRow({ workspace, share }: { workspace: string; share: KnowledgeShare }) {
  const { busy, run } = useKnowledgeChange(workspace);
  return (
    <p className="border-line bg-ok-soft flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5 text-xs">
      <span className="min-w-0 flex-1">
        {sayParts("{copies} copies are one: {b} in {code}, by {actor}, {when}", {
          copies: share.copies,
          b: <b>{share.id}</b>,
          code: <code className="font-mono">{share.path}</code>,
          actor: share.actor,
          when: <RelativeTime at={share.at} ago />,
        })}
      </span>
      <Changes deed="take a sharing back">
        <Button
          size="small"
          busy={busy}
          onClick={() =>
            void run({
              send: () => call("POST /knowledge/duplicates/undo", { params: { workspace }, body: { act: share.act } }),
              done: ({ files }) => ({
                title: say("The teams have their own {id} again", { id: share.id }),
                detail: files.join(", "),
              }),
              failed: say("Not undone"),
            })
          }
        >
          {say("Undo")}
        </Button>
      </Changes>
    </p>
  );
}

function Group({ group, onShare }: { group: DuplicateGroup; onShare: () => void }) {
  return (
    <section aria-label={group.proposedId} className="border-line border-b pb-2.5">
      <SectionHead
        title={group.proposedId}
        note={say("{words, plural, one {# word} other {# words}}", { words: group.words })}
      >
        <Badge tone="warn">{say("{files} files", { files: group.files.length })}</Badge>
        <Changes deed="share knowledge between teams">
          <Button size="small" onClick={onShare}>
            {say("Merge…")}
          </Button>
        </Changes>
      </SectionHead>
      <ul className="px-4">
        {group.files.map((path) => (
          <li key={path} className="py-0.5">
            <code className="font-mono text-xs wrap-anywhere">{path}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
