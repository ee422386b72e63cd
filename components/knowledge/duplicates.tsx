"use client";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import { duplicatesQuery, undoShare } from "@/lib/client/knowledge";
import type { DuplicateGroup, DuplicatePassage, KnowledgeShare } from "@/lib/contracts/knowledge-duplicates";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import type { ShareQuestion } from "./share-dialog";
import { Reading } from "./reading";
import { useKnowledgeChange } from "./use-knowledge-change";

const ShareDialog = lazyPart(() => import("./share-dialog").then((module) => module.ShareDialog));
const FilesDiff = lazyPart(() => import("./files-diff").then((module) => module.FilesDiff));

/** What is there more than once: whole files, files that grew apart, long passages; and how to make them one. */
export function Duplicates({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(duplicatesQuery(workspace));
  const [question, setQuestion] = useState<ShareQuestion>();
  if (data === undefined) return <Reading what={say("The duplicates")} error={error} onRetry={() => void refetch()} />;
  const { state, progress, groups, passages, shares } = data;
  const nothing = groups.length === 0 && passages.length === 0;
  return (
    <>
      {state === "running" && (
        <p role="status" className="border-line text-fg-2 flex items-center gap-3 border-b px-4 py-2 text-xs">
          <progress value={progress.done} max={Math.max(1, progress.total)} className="h-1.5 w-40" />
          {say("{stage}, {done, number} of {total, number}", {
            stage: progress.stage,
            done: progress.done,
            total: progress.total,
          })}
        </p>
      )}
      {shares.map((share) => (
        <ShareRow key={share.act} workspace={workspace} share={share} />
      ))}
      {nothing && state === "done" && (
        <EmptyState title={say("No duplicates")}>
          {say("{files, plural, one {# file was} other {# files were}} compared.", { files: data.files })}
        </EmptyState>
      )}
      {groups.map((group) => (
        <Group
          key={group.files.map(({ path }) => path).join("\n")}
          workspace={workspace}
          group={group}
          onShare={() => setQuestion({ files: group.files.map(({ path }) => path), id: group.proposedId })}
        />
      ))}
      {passages.map((passage) => (
        <Passage
          key={passage.places.map(({ path, startLine }) => `${path}:${startLine}`).join("\n")}
          passage={passage}
          onShare={() =>
            setQuestion({
              places: passage.places.map(({ path, startLine, endLine }) => ({ path, startLine, endLine })),
            })
          }
        />
      ))}
      <Suspense>
        {question && <ShareDialog workspace={workspace} question={question} onClose={() => setQuestion(undefined)} />}
      </Suspense>
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
              send: () => undoShare(workspace, share.act),
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

function Group({ workspace, group, onShare }: { workspace: string; group: DuplicateGroup; onShare: () => void }) {
  const [compared, setCompared] = useState<string>();
  const [first, ...copies] = group.files;
  if (!first) return null;
  return (
    <section aria-label={group.proposedId} className="border-line border-b pb-2.5">
      <SectionHead
        title={group.proposedId}
        note={group.relation === "identical" ? say("the same words") : say("one thing that was changed apart")}
      >
        <Badge tone={group.relation === "identical" ? "warn" : "bad"}>
          {say("{files} files", { files: group.files.length })}
        </Badge>
        <Changes deed="share knowledge between teams">
          <Button size="small" onClick={onShare}>
            {say("Merge…")}
          </Button>
        </Changes>
      </SectionHead>
      <ul className="px-4">
        <li className="flex flex-wrap items-baseline gap-x-3 py-0.5">
          <code className="font-mono text-xs wrap-anywhere">{first.path}</code>
          <span className="text-fg-3 text-xs">
            {say("{words, plural, one {# word} other {# words}}", { words: first.words })}
          </span>
        </li>
        {copies.map((file) => (
          <li key={file.path} className="flex flex-wrap items-baseline gap-x-3 py-0.5">
            <code className="font-mono text-xs wrap-anywhere">{file.path}</code>
            <span className="text-fg-3 text-xs tabular-nums">
              {say("{percent} % alike", { percent: Math.round(file.similarity * 100) })}
            </span>
            {group.relation !== "identical" && (
              <Button
                look="ghost"
                size="small"
                aria-expanded={compared === file.path}
                onClick={() => setCompared(compared === file.path ? undefined : file.path)}
              >
                {compared === file.path ? say("Hide the difference") : say("Show the difference")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {compared !== undefined && <FilesDiff workspace={workspace} from={first.path} to={compared} />}
      </Suspense>
    </section>
  );
}

function Passage({ passage, onShare }: { passage: DuplicatePassage; onShare: () => void }) {
  return (
    <section aria-label={say("A passage")} className="border-line border-b pb-2.5">
      <SectionHead
        title={say("A passage")}
        note={say("{words, plural, one {# word} other {# words}}", { words: passage.words })}
      >
        <Badge tone="warn">{say("{places} places", { places: passage.places.length })}</Badge>
        <Changes deed="share knowledge between teams">
          <Button size="small" onClick={onShare}>
            {say("Merge…")}
          </Button>
        </Changes>
      </SectionHead>
      <ul className="px-4">
        {passage.places.map(({ path, startLine, endLine }) => (
          <li key={`${path}:${startLine}`} className="py-0.5">
            <code className="font-mono text-xs wrap-anywhere">
              {path}:{startLine}–{endLine}
            </code>
          </li>
        ))}
      </ul>
      <p dir="auto" className="written text-fg-2 border-line-strong mx-4 mt-1.5 border-s-2 ps-3 text-xs">
        {passage.excerpt}
      </p>
    </section>
  );
}
