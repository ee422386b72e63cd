import { call } from "@/lib/client/call";
import { readQuery } from "@/lib/client/read-query";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { SectionHead } from "@/components/ui/section-head";
import { useDebounced } from "@/components/ui/use-debounced";
import { pages, type TeamScope, api } from "@/lib/client/paths";
import { wordsOf } from "@/lib/client/request-error";
import type { ResolvedKnowledge, ResolveKnowledge, TeamKnowledge } from "@/lib/contracts/knowledge";
import { say, sayNumber } from "@/lib/core/i18n/say";
import { BudgetBar } from "./budget-bar";
import { TokenCount } from "./token-count";
import { useKnowledgeChange } from "./use-knowledge-change";
import { BarRows } from "@/components/insights/bar-rows";
import { Figure } from "@/components/insights/figure";

const NO_MODE = "—";
/** Warnings that are said in another place: beside the bar, and where nothing is loaded. */
const SAID: ReadonlySet<string> = new Set(["near_budget", "no_match"]);
/** What is typed is asked for once the reader pauses this long; milliseconds. */
const PAUSE = 120;

export function TryIt({ scope, knowledge }: { scope: TeamScope; knowledge: TeamKnowledge }) {
  const [{ mode, topic, budget }, set] = useQueryStates({
    mode: parseAsString,
    topic: parseAsString.withDefault(""),
    budget: parseAsInteger,
  });
  const wanted: ResolveKnowledge = {
    ...(mode !== null && { mode }),
    ...(topic.trim() !== "" && { topic: topic.trim() }),
    ...(budget !== null && budget > 0 && { budget }),
  };
  const asked = useDebounced(JSON.stringify(wanted), PAUSE);
  const { data, error } = useQuery({
    ...readQuery("POST /teams/{team}/knowledge/resolve", {
      params: scope,
      body: JSON.parse(asked) as ResolveKnowledge,
    }),
    placeholderData: keepPreviousData,
  });
  const modes = [...new Set([...knowledge.byMode.map(({ name }) => name), ...(mode === null ? [] : [mode])])];

  return (
    <>
      <form
        className="grid grid-cols-[180px_minmax(0,1fr)_140px_auto] items-end gap-3 px-4 py-3 max-md:grid-cols-2"
        onSubmit={(event) => event.preventDefault()}
      >
        <Select
          label={say("Mode")}
          value={mode ?? NO_MODE}
          onChange={(value) => void set({ mode: value === NO_MODE ? null : value })}
          options={[NO_MODE, ...modes].map((value) => ({ value, label: value === NO_MODE ? say("no mode") : value }))}
        />
        <TextField
          label={say("Topic")}
          className="max-md:order-first max-md:col-span-full"
          value={topic}
          dir="auto"
          placeholder={say("What the session is about; keywords load knowledge")}
          onValue={(value) => void set({ topic: value === "" ? null : value })}
        />
        <TextField
          label={say("Budget, tokens")}
          type="number"
          min={1}
          value={budget ?? ""}
          placeholder={String(knowledge.budget.tokens)}
          onValue={(value) => void set({ budget: value === "" ? null : Number(value) })}
        />
        <StartButton scope={scope} wanted={wanted} />
      </form>
      {error !== null && (
        <p role="alert" className="text-bad px-4 pb-2">
          {wordsOf(error).message}
        </p>
      )}
      {data && (
        <>
          <Resolved resolved={data} />
          <BudgetFigure scope={scope} wanted={JSON.parse(asked) as ResolveKnowledge} resolved={data} />
        </>
      )}
    </>
  );
}

function StartButton({ scope, wanted }: { scope: TeamScope; wanted: ResolveKnowledge }) {
  const router = useRouter();
  const { busy, run } = useKnowledgeChange(scope.workspace);
  return (
    <Changes deed="take part in the session of a team">
      <Button
        look="primary"
        busy={busy}
        className="h-8 max-md:justify-self-start"
        onClick={() =>
          void run({
            send: () => call("POST /teams/{team}/sessions", { params: scope, body: wanted }),
            done: ({ id, message }) => {
              router.push(pages.teamSession(scope.workspace, scope.team, id));
              return { title: say("Session started"), detail: message };
            },
            failed: say("No session was started"),
          })
        }
      >
        {say("Start a session")}
      </Button>
    </Changes>
  );
}

function Resolved({ resolved }: { resolved: ResolvedKnowledge }) {
  return (
    <div aria-live="polite">
      <BudgetBar tokens={resolved.tokens} budget={resolved.budget} warnAt={resolved.warnAt} className="px-4 pb-2" />
      {resolved.warnings
        .filter(({ code }) => !SAID.has(code))
        .map((warning, index) => (
          <p key={index} className="text-warn px-4 pb-1.5 text-xs">
            {warning.message}
          </p>
        ))}
      {resolved.personaOnly && <p className="text-fg-2 px-4 py-1">{say("No match: only the persona loads")}</p>}
      {resolved.loaded.length > 0 && (
        <section aria-label={say("Loaded")} className="border-line border-t">
          <SectionHead title={say("Loaded")} note={resolved.message} />
          <ul>
            {resolved.loaded.map((entry) => (
              <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-1.5">
                <b className="font-semibold">{entry.id}</b>
                <Badge tone={entry.priority === "high" ? "accent" : "neutral"}>{entry.priority}</Badge>
                {entry.summary && (
                  <Badge tone="accent">
                    {say("summary, {fullTokens, number} in full", { fullTokens: entry.fullTokens })}
                  </Badge>
                )}
                <span className="text-fg-2 min-w-[min(200px,100%)] flex-1 text-xs">{entry.why}</span>
                <TokenCount tokens={entry.tokens} estimate={entry.tokensEstimate} drift={entry.drift} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {resolved.skipped.length > 0 && (
        <section aria-label={say("Skipped")} className="border-line border-t pb-4">
          <SectionHead title={say("Skipped")} note={say("over budget, so smaller ones were tried")} />
          <ul>
            {resolved.skipped.map((entry) => (
              <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-1.5">
                <b className="text-fg-2 font-semibold">{entry.id}</b>
                <Badge tone={entry.code === "budget" || entry.code === "team" ? "warn" : "bad"}>
                  {entry.code.replaceAll("_", " ")}
                </Badge>
                <span className="text-fg-2 min-w-[min(200px,100%)] flex-1 text-xs">{entry.why}</span>
                <TokenCount tokens={entry.tokens} estimate={null} drift={null} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface BudgetFigureProps {
  scope: TeamScope;
  wanted: ResolveKnowledge;
  resolved: ResolvedKnowledge;
}

function BudgetFigure({ scope, wanted, resolved }: BudgetFigureProps) {
  const { loaded, skipped, tokens, budget } = resolved;
  const files = [
    ...loaded.map(({ id, tokens: own }) => ({ id, own, isLoaded: true })),
    ...skipped.flatMap(({ id, tokens: own }) => (own === null ? [] : [{ id, own, isLoaded: false }])),
  ].toSorted((a, b) => b.own - a.own);
  const share = (own: number) => `${Math.round((own / Math.max(1, budget)) * 100)}%`;
  return (
    <Figure
      title={say("Budget by file")}
      answers={say("Tokens per file, of {budget, number} (estimate)", { budget })}
      query={say("POST {scope}/knowledge/resolve {wanted}", { scope: api.team(scope), wanted: JSON.stringify(wanted) })}
      empty={files.length === 0 ? say("Appears when a mode or a topic loads a file.") : undefined}
      legend={[
        { tone: "amount", words: say("loaded") },
        { tone: "late", words: say("skipped") },
      ]}
      table={{
        columns: [say("File"), say("Tokens"), say("Of the budget"), say("State")],
        rows: [
          ...files.map(({ id, own, isLoaded }) => [id, own, share(own), isLoaded ? say("Loaded") : say("Skipped")]),
          [say("All loaded"), tokens, share(tokens), ""],
        ],
      }}
    >
      <BarRows
        label={say("{tokens, number} of {budget, number} tokens in {loaded} files; {id} takes most", {
          tokens,
          budget,
          loaded: loaded.length,
          id: files[0]?.id ?? "",
        })}
        rows={files.map(({ id, own, isLoaded }) => ({
          name: id,
          parts: [{ tone: isLoaded ? "amount" : "late", value: own, words: say("{own, number} tokens", { own }) }],
          note: `${sayNumber(own)} · ${share(own)}`,
        }))}
      />
    </Figure>
  );
}
