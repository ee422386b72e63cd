import { AgentFact } from "@/components/shell/agent-fact";
import { lazyPart } from "@/components/ui/lazy-part";
import { itemMarkdown } from "./item-markdown";
import { Button } from "@/components/ui/button";
import { Changes, useMay } from "@/components/ui/changes";
import { Fact, Facts } from "@/components/ui/facts";
import { Kbd } from "@/components/ui/kbd";
import { LazyMarkdown } from "@/components/ui/lazy-markdown";
import { Peek } from "@/components/ui/peek";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SessionScope } from "@/lib/client/paths";
import type { Item, Section } from "@/lib/contracts/memory";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import { actsOn, type PossibleAct } from "./item-acts";
import { viewOf } from "./memory-filter";
import { TagLabel } from "./tag-label";
import { useQuery } from "@tanstack/react-query";
import { Mark } from "@/components/ui/mark";
import { Skeleton } from "@/components/ui/skeleton";
import { itemLifeQuery } from "@/lib/client/memory";
import type { LineChange } from "@/lib/contracts/revisions";
import { type LifeStep, lifeSteps, sayWriter } from "@/lib/core/history/signed-by";
import { sayParts } from "@/components/ui/say-parts";
import { DOORS } from "./blame-words";

const ItemRemarks = lazyPart(() => import("@/components/people/item-comments").then((module) => module.ItemRemarks));

interface ItemPeekProps {
  scope: SessionScope;
  item: Item;
  section: Section;
  onClose: () => void;
  onAct: (act: PossibleAct) => void;
  /** Brings back the words that it had after a revision. */
  onRestore: (revision: number) => void;
  onShowLine: (line: number) => void;
}

export function ItemPeek({ scope, item, section, onAct, onClose, onShowLine, onRestore }: ItemPeekProps) {
  const may = useMay();
  const view = viewOf(item);
  return (
    <Peek label={say("Item")} heading={<TagLabel tag={item.tag} />} onClose={onClose}>
      <div className={view === "open" ? "" : "text-fg-2"}>
        <LazyMarkdown text={itemMarkdown(item.text, item.body)} />
        {item.resolution !== null && (
          <div className="border-ok mt-2 border-s-2 ps-3">
            <p className="text-fg-3 text-xs">{say("Resolved")}</p>
            <LazyMarkdown text={item.resolution} />
          </div>
        )}
      </div>
      {/* In sight, however long the text. */}
      <div className="bg-bg sticky -bottom-4 -my-4 flex flex-wrap gap-1.5 py-4 max-sm:-bottom-3 max-sm:-my-3 max-sm:py-3">
        {actsOn([item], may)
          .filter(({ isPossible }) => isPossible)
          .map((act) => (
            <Button key={act.id} onClick={() => onAct(act)}>
              {say(act.label)} {act.keys !== undefined && <Kbd keys={act.keys} className="text-fg-3" />}
            </Button>
          ))}
      </div>
      <Facts>
        <Fact name={say("Section")}>{section.role}</Fact>
        <AgentFact workspace={scope.workspace} role={section.role} />
        {item.timestamp && (
          <Fact name={say("Dated")}>
            <RelativeTime at={item.timestamp} ago />
          </Fact>
        )}
        {item.written && (
          <Fact name={say("Written by")}>
            {item.written.probably && say("probably ")}
            {item.written.by}, <RelativeTime at={item.written.at} ago />
          </Fact>
        )}
        <Fact name={say("Line")}>
          <button
            type="button"
            onClick={() => onShowLine(item.line)}
            className="text-accent decoration-accent/40 hover:decoration-accent rounded-sm py-1 underline underline-offset-2"
          >
            {say("TEAM-MEMORY.md:{line}", { line: item.line })}
          </button>
        </Fact>
      </Facts>
      <ItemRemarks key={item.id} scope={scope} item={item.id} />
      <ItemLife scope={scope} item={item.id} onRestore={onRestore} />
    </Peek>
  );
}

const DOTS = {
  person: { tone: "accent", shape: "dot" },
  agent: { tone: "ok", shape: "dot" },
  disk: { tone: "warn", shape: "ring" },
} as const;

interface ItemLifeProps {
  scope: SessionScope;
  item: string;
  /** Brings back the words that it had after a revision. */
  onRestore: (revision: number) => void;
}

/** Everything that ever happened to an item, from its first word on: who, what, by which door, when, and what it said before. */
function ItemLife({ scope, item, onRestore }: ItemLifeProps) {
  const { data, isError, refetch } = useQuery(itemLifeQuery(scope, item));
  return (
    <section aria-label={say("History")}>
      <h3 className="text-fg-3 mb-2 text-xs font-semibold">{say("History")}</h3>
      {data?.changes.length === 0 && data.revisions.length === 0 && (
        <p className="text-fg-3 text-xs">{say("It was there before Wardroom first read the file.")}</p>
      )}
      {data && (
        <ol className="text-xs">
          {lifeSteps(data).map((step) => (
            <Step key={step.revision} step={step} onRestore={onRestore} />
          ))}
        </ol>
      )}
      {!data && !isError && <Skeleton className="h-3 w-40" />}
      {!data && isError && (
        <Button size="small" onClick={() => void refetch()}>
          {say("Could not be read: retry")}
        </Button>
      )}
    </section>
  );
}

function Step({ step, onRestore }: { step: LifeStep<LineChange>; onRestore: (revision: number) => void }) {
  const { revision, at, actorKind, source, operation, said } = step;
  return (
    <li className="before:bg-line relative flex gap-2.5 pb-3 before:absolute before:start-[3px] before:top-4 before:bottom-0 before:w-px last:before:hidden">
      <Mark {...DOTS[actorKind]} className="mt-[5px]" />
      <div className="min-w-0">
        <p className="written">
          {operation === "found" ? (
            say("It was there before Wardroom first read the file")
          ) : (
            <>
              <b className="font-semibold">{sayWriter(step)}</b>{" "}
              <span className="text-fg-2">
                {actorKind === "disk"
                  ? say("changed it in the file")
                  : `${sayOperation(operation)} ${say(DOORS[source])}`}
              </span>
            </>
          )}
        </p>
        {said !== null && (
          <p className="text-fg-3 written line-clamp-3">{say("Before: {text}", { text: said.trim() })}</p>
        )}
        {said !== null && (
          <Changes>
            <Button size="small" look="ghost" className="-ms-2" onClick={() => onRestore(revision - 1)}>
              {say("Restore these words")}
            </Button>
          </Changes>
        )}
        <p className="text-fg-3">
          {sayParts("{when} · revision {revision}", { when: <RelativeTime at={at} ago />, revision })}
        </p>
      </div>
    </li>
  );
}

const WORDS: Record<string, Sentence> = {
  add: sentence("wrote it"),
  archive: sentence("archived it"),
  unarchive: sentence("unarchived it"),
  resolve: sentence("resolved it"),
  withdraw: sentence("withdrew it"),
  edit: sentence("edited it"),
  undo: sentence("undid a change of it"),
  revert: sentence("brought an earlier text back"),
  approve: sentence("approved it"),
  prune: sentence("pruned it"),
};

/** The words for an operation; one that is not known is named. */
function sayOperation(operation: string): string {
  const known = WORDS[operation];
  return known ? say(known) : say("changed it ({operation})", { operation });
}
