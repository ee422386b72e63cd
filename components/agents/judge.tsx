import { useState } from "react";
import { useChange } from "@/components/shell/use-change";
import { Button } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { SectionHead } from "@/components/ui/section-head";
import { call } from "@/lib/client/call";
import { settlePair } from "@/lib/client/memory";
import { needsKey } from "@/lib/client/needs";
import { readQuery } from "@/lib/client/read-query";
import { anySessionKey } from "@/lib/client/sessions";
import type { BriefJudged, JudgedSentence } from "@/lib/contracts/briefs";
import { say } from "@/lib/core/i18n/say";

/** What the judge that the server is set to ask says of what the coach gathered. It changes nothing until somebody accepts it. */
export function Judge({ workspace, judge }: { workspace: string; judge: string }) {
  const brief = readQuery("GET /agents/brief", { params: { workspace } });
  const { run, busy } = useChange([anySessionKey(workspace), needsKey(workspace), brief.queryKey]);
  const [judged, setJudged] = useState<BriefJudged>();
  const ask = () =>
    run({
      send: () => call("POST /agents/brief/judge", { params: { workspace }, body: {} }),
      done: (answer) => {
        setJudged(answer);
        return undefined;
      },
      failed: say("Not judged"),
    });
  const accept = (
    sentence: JudgedSentence,
    { session, item, other, judgement }: NonNullable<JudgedSentence["proposal"]>,
  ) =>
    run({
      send: () =>
        call("POST /sessions/{session}/memory/items/{item}/judge", {
          params: { workspace, session, item },
          body: { [judgement]: other },
        }),
      done: ({ id, settled }) => {
        setJudged((now) => now && { ...now, sentences: now.sentences.filter((each) => each !== sentence) });
        const undo = settled === null ? undefined : () => settlePair({ workspace, session }, id, "open");
        return { title: say("Accepted: the pair is judged"), undo };
      },
      failed: say("Not accepted"),
    });
  return (
    <Changes deed="ask the judge">
      <section aria-label={say("Judge")} className="border-line border-t pb-2">
        <SectionHead
          title={say("Judge")}
          note={say("{judge} proposes; nothing changes until you accept it", { judge })}
        >
          <Button size="small" busy={busy} onClick={() => void ask()}>
            {say("Ask the judge")}
          </Button>
        </SectionHead>
        {judged && (
          <p role="status" className="text-fg-3 px-4 pb-1 text-xs tabular-nums">
            {say(
              "{count, plural, one {# sentence} other {# sentences}} in {seconds, number} s, {dropped, number} dropped",
              {
                count: judged.sentences.length,
                seconds: Math.round(judged.ms / 1000),
                dropped: judged.dropped,
              },
            )}
            {judged.cost !== null && ` · $${judged.cost.toFixed(3)}`}
          </p>
        )}
        <ul>
          {judged?.sentences.map((sentence, at) => (
            <li key={`${at} ${sentence.text}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
              <span dir="auto" className="max-w-[96ch] min-w-0 grow">
                {sentence.text}
                <span className="text-fg-3 ms-2 font-mono text-xs">{sentence.cites.join(", ")}</span>
              </span>
              {sentence.proposal && (
                <Button
                  size="small"
                  aria-label={say("Accept: {text}", { text: sentence.text })}
                  onClick={() => sentence.proposal && void accept(sentence, sentence.proposal)}
                >
                  {say("Accept")} · {sentence.proposal.judgement}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </Changes>
  );
}
