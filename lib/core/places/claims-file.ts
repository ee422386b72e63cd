import { parseJson } from "@/lib/core/text/parse-json";
import { holds } from "@/lib/core/places/claimed-place";

/** What a server tells hooks of active claims, below its data folder. */
export const CLAIMS_FILE = "claims.json";

/** A larger file is not what a server wrote. Bytes. */
export const LARGEST_CLAIMS = 262_144;

/** Clocks of one machine are set back and forth by less than this. Milliseconds. */
const APART_MS = 60_000;

/** An active claim over places of a project. Times are milliseconds since 1970, of this machine's clock. */
export interface FiledClaim {
  id: string;
  /** The project, absolute, with no link on the way. */
  folder: string;
  session: string;
  role: string;
  /** Null for a run whose client gives it no id. */
  run: string | null;
  places: string[];
  what: string;
  at: number;
  until: number;
  /** Whether the Lead keeps everybody else from editing there. */
  denies: boolean;
}

/** The claims in a file that hold now; what is no claim, is over, or was made later than now is left out. Never throws. */
export function readClaims(text: string, now: number): FiledClaim[] {
  const list = parseJson(text);
  return Array.isArray(list) ? list.filter(isClaim).filter(({ at, until }) => at <= now + APART_MS && now < until) : [];
}

function isClaim(value: unknown): value is FiledClaim {
  const { places, run, at, until, denies, ...words } = (value ?? {}) as Record<string, unknown>;
  return (
    Array.isArray(places) &&
    places.every((place) => typeof place === "string") &&
    [words["id"], words["folder"], words["session"], words["role"], words["what"]].every(isText) &&
    (run === null || isText(run)) &&
    Number.isFinite(at) &&
    Number.isFinite(until) &&
    typeof denies === "boolean"
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a file, by its absolute path with forward slashes, lies where somebody has claimed. */
export function isClaimed({ folder, places }: FiledClaim, file: string): boolean {
  const root = folder.endsWith("/") ? folder : `${folder}/`;
  return file.startsWith(root) && places.some((place) => holds(place, file.slice(root.length)));
}
