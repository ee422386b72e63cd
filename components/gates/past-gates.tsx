import { FileProblems } from "@/components/faults/file-problems";
import { Badge } from "@/components/ui/badge";
import { PlainText } from "@/components/ui/plain-text";
import { FoldArrow } from "@/components/ui/fold-arrow";
import { RelativeTime, sayDate } from "@/components/ui/relative-time";
import { SectionHead } from "@/components/ui/section-head";
import type { Gate, GateRecord } from "@/lib/contracts/gates";
import { say } from "@/lib/core/i18n/say";
import { sayVerdict, toneOfVerdict } from "./verdict";

export function PastGates({ gates }: { gates: readonly Gate[] }) {
  if (gates.length === 0) return null;
  return (
    <section aria-labelledby="past-gates">
      <SectionHead id="past-gates" title={say("Concluded here")} />
      <ul className="border-line border-b">
        {gates.map((gate) => (
          <li key={gate.id} className="border-line border-t">
            <details className="group">
              <summary className="hover:bg-hover flex min-h-8 flex-wrap items-center gap-x-3 px-4 py-1 select-none">
                <FoldArrow />
                <b className="w-20 font-semibold">{say("Phase {phase}", { phase: gate.phase })}</b>
                <Badge tone={toneOfVerdict(gate.result)}>
                  {gate.state === "abandoned" ? say("abandoned") : sayVerdict(gate.result)}
                </Badge>
                <span className="text-fg-2 text-xs max-sm:basis-full max-sm:ps-[26px]">
                  {gate.gcVersion} · {gate.endedBy}
                  {gate.endedAt !== null && (
                    <>
                      {" · "}
                      <RelativeTime at={gate.endedAt} ago />
                    </>
                  )}
                </span>
                {gate.blockers.length > 0 && (
                  <span className="text-fg-3 text-xs">
                    {say("{blockers} blocked, {count} waived", {
                      blockers: gate.blockers.length,
                      count: gate.blockers.filter((each) => each.waived !== null).length,
                    })}
                  </span>
                )}
              </summary>
              <div className="px-4 pb-2.5 text-xs">
                <p className="written">{gate.said}</p>
                {gate.blockers.length === 0 ? (
                  <p className="text-fg-2">{say("No blockers.")}</p>
                ) : (
                  <ul className="list-disc ps-5">
                    {gate.blockers.map((blocker) => (
                      <li key={blocker.id} className="written">
                        {blocker.message}
                        {blocker.waived !== null && (
                          <span className="text-fg-2"> {say("(waived: {waived})", { waived: blocker.waived })}</span>
                        )}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A moment as people say it; a day, which tells no hour, and what a record says instead stay as they are. */
function RecordDate({ date }: { date: string }) {
  return /^\d{4}-\d\d-\d\d[T ]\d/.test(date) ? <RelativeTime at={date} ago /> : sayDate(date);
}

/** Every record of the session's phase folders, former evaluations too, whatever shape it has, with what cannot be read of it. */
export function GateRecords({ workspace, records }: { workspace: string; records: readonly GateRecord[] }) {
  if (records.length === 0) return null;
  const first = records.find(({ diagnostics }) => diagnostics.length > 0);
  return (
    <section aria-labelledby="records" className="pb-6">
      <SectionHead id="records" title={say("Records on disk")} note={say("of each phase, former evaluations too")} />
      <ul className="border-line border-b">
        {records.map((record, index) => {
          const broken = record.diagnostics.some((each) => each.severity === "error");
          return (
            <li key={index} className="border-line border-t">
              <details className="group">
                <summary className="hover:bg-hover flex min-h-8 flex-wrap items-center gap-x-3 px-4 py-1 select-none">
                  <FoldArrow />
                  <b className="w-20 truncate font-semibold" title={record.phase}>
                    {record.phase}
                  </b>
                  {broken && <Badge tone="bad">{say("broken file")}</Badge>}
                  {(!broken || record.result !== null) && (
                    <Badge tone={toneOfVerdict(record.result)}>{sayVerdict(record.result)}</Badge>
                  )}
                  {record.former && <Badge>{say("former")}</Badge>}
                  <span className="text-fg-2 text-xs max-sm:basis-full max-sm:ps-[26px]">
                    {sayVersions(record)}
                    {record.gcVersion !== null && record.date !== null && " · "}
                    {record.date !== null && <RecordDate date={record.date} />}
                  </span>
                  <code className="text-fg-3 ms-auto truncate font-mono text-xs max-md:hidden">{record.path}</code>
                </summary>
                <div className="px-4 pb-3">
                  <PlainText text={record.text} label={record.path} />
                </div>
              </details>
              <FileProblems
                workspace={workspace}
                path={record.path}
                text={wholeText(records, record)}
                diagnostics={record.diagnostics}
                keys={record === first}
                className="px-4 py-1.5"
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The version a phase ended with, after the one it began with where the record tells them apart. */
function sayVersions({ gcVersionIn, gcVersion }: GateRecord): string | null {
  return gcVersionIn === null || gcVersionIn === gcVersion ? gcVersion : `${gcVersionIn} → ${gcVersion ?? "?"}`;
}

/** The file that a record is part of: the lines that a problem names are counted in it. */
function wholeText(records: readonly GateRecord[], { path }: GateRecord): string {
  return records.flatMap((each) => (each.path === path ? [each.text] : [])).join("");
}
