import { Ellipsis } from "@/components/ui/icons";
import { Changes } from "@/components/ui/changes";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Kbd } from "@/components/ui/kbd";
import { Menu } from "@/components/ui/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AckMatrix as Matrix, MatrixCell } from "@/lib/contracts/context";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { ACT_KEYS, ACT_LABELS, actCalledFor, actsOf, type CellAct } from "./cell-acts";
import { explainReason, sayCell, sayReason } from "./cell-words";
import { DELIVERY_WORDS } from "./delivery-words";
import { Fragment, useState } from "react";
import { useTinted } from "@/components/ui/use-tinted";
import { seatOf } from "@/lib/client/runs";
import type { Run } from "@/lib/contracts/runs";
import { SeatRuns, type RunAct } from "./seat-runs";

interface AckMatrixProps {
  matrix: Matrix;
  /** Undefined until they are known. */
  runs: readonly Run[] | undefined;
  cursor: string | undefined;
  onCursor: (role: string) => void;
  onAct: (role: string, act: CellAct) => void;
  onOpen: (role: string, version: string) => void;
  onRun: (act: RunAct, run: Run) => void;
}

const HEAD = "text-fg-3 h-7 px-2 text-start text-xs font-normal whitespace-nowrap";

export function AckMatrix({ matrix, runs, cursor, onCursor, onAct, onOpen, onRun }: AckMatrixProps) {
  const { version: current, versions } = matrix;
  const fresh = useFreshRoles(matrix);
  const older = versions.filter((version) => version !== current);
  return (
    <div tabIndex={0} role="group" aria-label={say("Confirmed versions")} className="@container overflow-x-auto">
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <th scope="col" className={cx(HEAD, "ps-4")}>
              {say("Role")}
            </th>
            {older.map((version, index) => (
              <th key={version} scope="col" className={cx(HEAD, "text-center", hideWhereNarrow(index, older.length))}>
                {version.slice("GC-".length)}
              </th>
            ))}
            <th scope="col" className={HEAD}>
              {current}
            </th>
            <th scope="col" className={cx(HEAD, "@max-[720px]:hidden")}>
              {say("Sent as")}
            </th>
            <th scope="col" className={cx(HEAD, "bg-bg sticky end-0 pe-4")}>
              <span className="sr-only">{say("Actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {matrix.roles.map((row) => {
            const cell = row.cells.find((each) => each.version === current);
            const seat = runs && seatOf(runs, row.role);
            const look = cx(
              row.role === cursor ? "bg-accent-soft shadow-[inset_2px_0_var(--accent)]" : "bg-bg hover:bg-hover",
              fresh.has(row.role) && "animate-tint",
            );
            return (
              <Fragment key={row.role}>
                <tr
                  data-role={row.role}
                  aria-current={row.role === cursor || undefined}
                  onClick={() => onCursor(row.role)}
                  className={cx("border-line h-9 border-t", look)}
                >
                  <th scope="row" className="px-2 py-1 ps-4 text-start font-semibold whitespace-nowrap">
                    <span
                      title={row.role}
                      className={cx(
                        "inline-block truncate align-bottom @max-xl:max-w-36",
                        older.length > 3 && "max-w-60",
                      )}
                    >
                      {row.role}
                    </span>
                    {row.lostAt !== null && (
                      <Badge tone="warn" className="ms-2">
                        {say("context lost")}
                      </Badge>
                    )}
                    {seat?.doubled && (
                      <Badge tone="warn" className="ms-2 @max-xl:mx-0 @max-xl:my-1 @max-xl:flex @max-xl:w-fit">
                        {seat.doubled}
                      </Badge>
                    )}
                  </th>
                  {older.map((version, index) => (
                    <td key={version} className={cx("px-0.5 text-center", hideWhereNarrow(index, older.length))}>
                      <OlderCell
                        role={row.role}
                        cell={row.cells.find((each) => each.version === version)}
                        deadline={matrix.deadlineMinutes}
                        onOpen={onOpen}
                      />
                    </td>
                  ))}
                  <td className="min-w-36 px-2">
                    {cell && (
                      <CurrentCell role={row.role} cell={cell} deadline={matrix.deadlineMinutes} onOpen={onOpen} />
                    )}
                  </td>
                  <td className="text-fg-2 px-2 py-1 text-xs whitespace-nowrap @max-[720px]:hidden">
                    {cell && <SentAs cell={cell} />}
                  </td>
                  <td className="sticky end-0 bg-inherit px-2 pe-4">
                    <Acts cell={cell} role={row.role} current={row.role === cursor} onAct={onAct} />
                  </td>
                </tr>
                {seat && (
                  <tr className={look} onClick={() => onCursor(row.role)}>
                    {/* As wide as what is in sight, however far the versions scroll. */}
                    <td colSpan={older.length + 4} className="p-0">
                      <div className="sticky start-0 w-[100cqi] px-4 pb-1.5 text-xs">
                        <SeatRuns role={row.role} seat={seat} onRun={onRun} />
                      </div>
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Where there is little room only the version before the current one has a column; where there is some, the last three. */
function hideWhereNarrow(index: number, count: number): string | false {
  const fromEnd = count - index;
  if (fromEnd > 3) return "@max-4xl:hidden";
  return fromEnd > 1 && "@max-2xl:hidden";
}

interface CellProps {
  role: string;
  cell: MatrixCell;
  deadline: number;
  onOpen: (role: string, version: string) => void;
}

const TONES = {
  neutral: "text-fg-3",
  accent: "text-accent",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
} as const;

function OlderCell({ role, cell, deadline, onOpen }: Omit<CellProps, "cell"> & { cell: MatrixCell | undefined }) {
  if (cell === undefined || cell.state === "none")
    return (
      <span className="text-fg-3" title={say("not sent")}>
        –
      </span>
    );
  const { tone, words, sign } = sayCell(cell, deadline);
  return (
    <button
      type="button"
      title={words}
      onClick={() => onOpen(role, cell.version)}
      className={cx("hover:bg-raised size-6 rounded-sm", TONES[tone])}
    >
      <span aria-hidden>{sign}</span>
      <span className="sr-only">
        {role}, {cell.version}: {words}
      </span>
    </button>
  );
}

function CurrentCell({ role, cell, deadline, onOpen }: CellProps) {
  const { tone, words, since } = sayCell(cell, deadline);
  const onBehalf = cell.ack !== null && cell.ack.actor !== role;
  return (
    <button
      type="button"
      onClick={() => onOpen(role, cell.version)}
      className="flex min-h-6 max-w-[340px] min-w-0 items-center rounded-[10px] text-start max-sm:max-w-36"
    >
      <Badge tone={tone} className="h-auto! min-h-5 min-w-0 py-0.5 whitespace-normal!">
        <span className="written line-clamp-2">
          {words}
          {since !== null && (
            <>
              {" "}
              <RelativeTime at={since} />
            </>
          )}
        </span>
      </Badge>
      {onBehalf && (
        <span className="text-fg-3 ms-1.5 text-xs whitespace-nowrap @max-6xl:hidden">
          {sayParts("recorded by {actor}", { actor: cell.ack?.actor })}
        </span>
      )}
    </button>
  );
}

function SentAs({ cell }: { cell: MatrixCell }) {
  if (cell.mode === null) return "–";
  return (
    <>
      {say(DELIVERY_WORDS[cell.mode])},{" "}
      {say("{tokens, plural, one {# token} other {# tokens}}", { tokens: cell.tokens })}
      {cell.reason !== null && (
        <span className="text-fg-3 block" title={explainReason(cell.reason)}>
          {cell.reason} · {sayReason(cell.reason)}
        </span>
      )}
    </>
  );
}

interface ActsProps {
  role: string;
  cell: MatrixCell | undefined;
  current: boolean;
  onAct: (role: string, act: CellAct) => void;
}

function Acts({ role, cell, current, onAct }: ActsProps) {
  const acts = actsOf(cell);
  const main = actCalledFor(cell);
  if (acts.length === 0) return null;
  return (
    <Changes>
      <span className="flex items-center justify-end gap-1">
        {main && (
          <Button
            size="small"
            onClick={() => onAct(role, main)}
            aria-keyshortcuts={ACT_KEYS[main]}
            className="@max-xl:hidden"
          >
            {say(ACT_LABELS[main])}
            <Kbd keys={ACT_KEYS[main]} className={cx("max-sm:hidden", !current && "hidden")} />
          </Button>
        )}
        <Menu
          trigger={<IconButton icon={Ellipsis} iconSize={14} label={say("Actions for {role}", { role })} />}
          items={acts.map((act) => ({
            label: say(ACT_LABELS[act]),
            keys: ACT_KEYS[act],
            onSelect: () => onAct(role, act),
          }))}
        />
      </span>
    </Changes>
  );
}

/** The roles whose state changed while the page was open, each for as long as its tint lasts. */
function useFreshRoles(matrix: Matrix): ReadonlySet<string> {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(() => statesOf(matrix));
  const [fresh, setFresh] = useTinted();
  const [seen, setSeen] = useState(matrix);

  if (seen !== matrix) {
    setSeen(matrix);
    const states = statesOf(matrix);
    const changed = [...states.keys()].filter((role) => states.get(role) !== known.get(role));
    setKnown(states);
    if (changed.length > 0) setFresh(new Set([...fresh, ...changed]));
  }
  return fresh;
}

function statesOf({ roles }: Matrix): Map<string, string> {
  return new Map(
    roles.map(({ role, confirmed, cells }) => [
      role,
      `${confirmed} ${cells.map((cell) => `${cell.version} ${cell.state}`).join()}`,
    ]),
  );
}
