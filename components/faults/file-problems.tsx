import { useQuery } from "@tanstack/react-query";
import { Changes } from "@/components/ui/changes";
import { deedsOf, useActions } from "@/components/ui/action-registry";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Diff } from "@/components/ui/diff";
import { Kbd } from "@/components/ui/kbd";
import { faultsQuery } from "@/lib/client/files";
import type { Fault } from "@/lib/contracts/faults";
import type { Diagnostic } from "@/lib/contracts/primitives";
import { isQuiet } from "@/lib/core/faults/is-quiet";
import { sayFault } from "@/lib/client/say-fault";
import { say, sentence } from "@/lib/core/i18n/say";
import { FAULT_KEYS, useFaultActs } from "./use-fault-acts";

const SHOWN = 3;
const TONES = { error: "text-bad", warning: "text-warn", info: "text-fg-2" } as const;
const WORDS = { error: sentence("Error"), warning: sentence("Warning"), info: sentence("Note") } as const;
const LINE_END = /\r\n|\r|\n/;

interface FileProblemsProps {
  workspace: string;
  /** The file's path in the workspace. */
  path: string;
  /** Its text, where it is at hand. */
  text?: string;
  diagnostics: readonly Diagnostic[];
  /** Whether its first fault has the keys of the page. */
  keys?: boolean;
  className?: string;
}

/** A diagnostic with what the server knows of it as a fault, once that is read. */
interface Told {
  diagnostic: Diagnostic;
  fault: Fault | undefined;
}

/**
 * What is wrong with a file: where, the line itself with a caret below the place, what is meant, and the change that fixes it, which
 * one key applies. What was dismissed is not shown, and what is only old or incomplete has no colour.
 */
export function FileProblems({ workspace, path, text = "", diagnostics, keys = false, className }: FileProblemsProps) {
  const { data } = useQuery(faultsQuery(workspace));
  const acts = useFaultActs(workspace);
  const told = diagnostics
    .filter((each) => each.severity !== "info")
    .map((diagnostic): Told => ({ diagnostic, fault: data?.items.find((each) => isOf(each, path, diagnostic)) }))
    .filter(({ fault }) => fault?.state !== "dismissed");
  const loud = told.filter(({ diagnostic }) => !isQuiet(diagnostic));
  const first = told.find(({ fault }) => fault !== undefined)?.fault;
  const fixable = told.find(({ fault }) => fault?.fix)?.fault;
  useActions(
    deedsOf("decide about faults of files", "Page", {
      "fault.fix": {
        label: say("Fix the file as proposed"),
        keys: FAULT_KEYS.fix,
        enabled: keys && fixable !== undefined,
        run: () => fixable && void acts.fix(fixable),
      },
      "fault.dismiss": {
        label: say("Dismiss the warning about the file"),
        keys: FAULT_KEYS.dismiss,
        enabled: keys && first !== undefined,
        run: () => first && void acts.dismiss(first),
      },
    }),
  );
  if (told.length === 0) return null;
  const broken = loud.some(({ diagnostic }) => diagnostic.severity === "error");
  const tone = broken ? "bg-bad-soft" : loud.length > 0 ? "bg-warn-soft" : "bg-panel";
  const ordered = [...loud, ...told.filter((each) => !loud.includes(each))];
  return (
    <div role={broken ? "alert" : "note"} className={cx("max-h-[40vh] shrink-0 overflow-y-auto", tone, className)}>
      <ul className="flex flex-col gap-2">
        {ordered.slice(0, SHOWN).map(({ diagnostic, fault }, index) => (
          <li key={index} className="flex flex-wrap items-start gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-80">
              <Words path={path} diagnostic={diagnostic} line={fault?.line ?? lineOf(text, diagnostic)} />
              {fault?.fix && (
                <div className="mt-1 max-w-[96ch]">
                  <p className="text-xs">{fault.fix.title}:</p>
                  <Diff hunks={fault.fix.hunks} label={say("What the fix changes in {path}", { path })} />
                </div>
              )}
            </div>
            {fault && (
              <span className="flex gap-1.5">
                <Changes deed="decide about faults of files">
                  <Button
                    size="small"
                    look="ghost"
                    disabled={acts.busy}
                    onClick={() => void acts.dismiss(fault)}
                    aria-label={say("Dismiss {code} in {path}", { code: fault.code, path })}
                  >
                    {say("Dismiss")}
                    {keys && fault === first && <Kbd keys={FAULT_KEYS.dismiss} className="max-sm:hidden" />}
                  </Button>
                  {fault.fix && (
                    <Button
                      size="small"
                      disabled={acts.busy}
                      onClick={() => void acts.fix(fault)}
                      aria-label={say("Fix {code} in {path}", { code: fault.code, path })}
                    >
                      {say("Fix")}
                      {keys && fault === fixable && <Kbd keys={FAULT_KEYS.fix} className="max-sm:hidden" />}
                    </Button>
                  )}
                </Changes>
              </span>
            )}
          </li>
        ))}
      </ul>
      {told.length > SHOWN && <p className="text-xs">{say("and {told} more", { told: told.length - SHOWN })}</p>}
    </div>
  );
}

/** The place, the message, and the line with a caret. */
function Words({ path, diagnostic, line }: { path: string; diagnostic: Diagnostic; line: string }) {
  const { code, message, severity, range } = diagnostic;
  const tone = isQuiet(diagnostic) ? TONES.info : TONES[severity];
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    <>
      <p className="text-xs">
        <span className={cx("font-semibold", tone)}>{say(isQuiet(diagnostic) ? WORDS.info : WORDS[severity])}</span>{" "}
        <code className="font-mono" title={path}>
          {name}:{range.start.line}:{range.start.column}
        </code>{" "}
        <span className="written">{sayFault(code, message)}</span> <span className="text-fg-3">({code})</span>
      </p>
      {line.trim() !== "" && (
        <pre
          dir="ltr"
          className="overflow-x-auto font-mono text-xs leading-[18px]"
          tabIndex={0}
          aria-label={say("Line {line}", { line: range.start.line })}
        >
          {line}
          {"\n"}
          <span aria-hidden className={tone}>
            {" ".repeat(Math.max(0, range.start.column - 1))}
            {"^".repeat(caretLength(range))}
          </span>
        </pre>
      )}
    </>
  );
}

function isOf(fault: Fault, path: string, { code, range }: Diagnostic): boolean {
  const { line, column } = fault.range.start;
  return fault.path === path && fault.code === code && line === range.start.line && column === range.start.column;
}

function lineOf(text: string, { range }: Diagnostic): string {
  return text === "" ? "" : (text.split(LINE_END)[range.start.line - 1] ?? "");
}

function caretLength({ start, end }: Diagnostic["range"]): number {
  return start.line === end.line ? Math.max(1, end.column - start.column) : 1;
}
