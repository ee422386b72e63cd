import {
  findMember,
  parseJsonTree,
  type JsonNode,
  begin,
  ensure,
  removeMade,
  type Made,
  type SetupChange,
  addElement,
  removeElement,
} from "@/lib/core/plugin-setup/setup-files";

/** One thing of ours in a JSON file: a member `key` of the object at `path`, or without a key an element of the list there. */
export interface JsonAddition {
  path: string[];
  key?: string;
  value: unknown;
}

/** Where something of ours is, so that it is found again; `value` of what says nothing but what it is, such as a version. */
export interface JsonPlace extends Omit<JsonAddition, "value"> {
  value?: string | number;
}

/**
 * The file with ours after what it has. No byte that was there changes, and a member of the same name stays as it is. `placed` are
 * the places that are ours. Throws `unparseable` for no JSON and `conflict` where something else than is expected is there.
 */
export function addAll(
  text: string | null,
  additions: readonly JsonAddition[],
  name: string,
): SetupChange & { text: string; placed: JsonPlace[] } {
  const change = begin(text);
  const placed: JsonPlace[] = [];
  for (const { path, key, value } of additions) {
    const container = ensure(change, path, key === undefined ? "array" : "object", name);
    if (key !== undefined && findMember(container, key) !== undefined) continue;
    change.text = addElement(change.text, container, value, key);
    const isPlain = typeof value === "string" || typeof value === "number";
    placed.push({ path, ...(key !== undefined && { key }), ...(isPlain && { value }) });
  }
  return { ...change, placed };
}

/**
 * The file without ours, and without what was made for it if nothing else has come to be there: after `addAll` the very text that was
 * there before, or null for no file. An element or a member is ours where its JSON text names `mark`, a plain element where it is equal;
 * a plain member goes where nothing else is left.
 */
export function removeAll(
  text: string,
  { placed, made, mark }: { placed: readonly JsonPlace[]; made: Made; mark: string },
  name: string,
): string | null {
  const remove = (text: string, places: readonly JsonPlace[]) =>
    places.toReversed().reduce((left, place) => removeOne(left, place, { mark, name }), text);
  const isPlain = ({ key, value }: JsonPlace) => key !== undefined && value !== undefined;
  const isWhole = ({ path }: Made[number]) => path.length === 0;
  const listed = placed.filter((each) => !isPlain(each));
  const without = remove(text, listed);
  // What was made for the file as a whole goes last: a plain value has to be gone before.
  const within = made.filter((each) => !isWhole(each));
  const inner = removeMade(without, within, name);
  const left = remove(inner ?? without, placed.filter(isPlain));
  return removeMade(left, made.filter(isWhole), name);
}

function removeOne(
  text: string,
  { path, key, value }: JsonPlace,
  { mark, name }: { mark: string; name: string },
): string {
  const node = path.reduce<JsonNode | undefined>(
    (each, member) => each && findMember(each, member)?.value,
    parseJsonTree(text, name),
  );
  if (node === undefined || node.kind === "value") return text;
  if (value !== undefined && node.kind === "object" && node.members.length > 1) return text;
  const isOurs = ({ start, end }: JsonNode) => {
    const found = text.slice(start, end);
    return value === undefined ? found.includes(mark) : found === JSON.stringify(value);
  };
  const index =
    node.kind === "array"
      ? node.items.findLastIndex(isOurs)
      : node.members.findLastIndex((member) => member.key === key && isOurs(member.value));
  return removeElement(text, node, index);
}
