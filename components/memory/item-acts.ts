import { LEADING, type May } from "@/components/ui/changes";
import { toast } from "@/components/ui/toast-queue";
import { pages, type SessionScope } from "@/lib/client/paths";
import type { Item } from "@/lib/contracts/memory";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";
import type { DialogState } from "./memory-dialog";
import type { Curation } from "./use-curation";

/** What an act may use of the page that it is done on. */
interface ItemPage {
  scope: SessionScope;
  curation: Curation;
  ask: (dialog: DialogState) => void;
  /** Archives or unarchives the items, which leave the list, and moves the cursor to the next row. */
  leave: (act: "archive" | "unarchive") => void;
}

/** Something that a person does to items: a button of one, a button of the chosen ones, a key and an entry of the palette. */
interface ItemAct {
  id: `item.${string}`;
  /** What a reader must be allowed to do; anybody may do it without. */
  deed?: string;
  takes: (item: Item) => boolean;
  label: Sentence;
  /** In the palette, with what it would be done to as `{items}`. */
  entry: Sentence;
  keys?: string;
  /** It is done to one item at a time. */
  single?: true;
  /** To an item, which is the first of all that are meant. */
  run: (page: ItemPage, item: Item & { role: string }, items: readonly Item[]) => void;
}

const isOpen = ({ state }: Item) => state === "active";

/** In the order in which they are shown. */
const ITEM_ACTS: readonly ItemAct[] = [
  {
    id: "item.keep",
    deed: "archive items",
    takes: (item) => isOpen(item) && item.outdated !== undefined,
    label: sentence("Still true"),
    entry: sentence("Say that the item is still true"),
    single: true,
    run: ({ curation, scope }, item) => void curation.keep(scope, item),
  },
  {
    id: "item.archive",
    deed: "archive items",
    takes: isOpen,
    label: sentence("Archive"),
    entry: sentence("Archive {items}"),
    keys: "e",
    run: ({ leave }) => leave("archive"),
  },
  {
    id: "item.resolve",
    deed: "resolve items",
    takes: isOpen,
    label: sentence("Resolve…"),
    entry: sentence("Resolve {items} with a note"),
    keys: "r",
    run: ({ ask }, _, items) => ask({ kind: "resolve", items }),
  },
  {
    id: "item.edit",
    deed: LEADING,
    takes: isOpen,
    label: sentence("Edit…"),
    entry: sentence("Edit item"),
    keys: "i",
    single: true,
    run: ({ ask }, item) => ask({ kind: "edit", item }),
  },
  {
    id: "item.unarchive",
    deed: "unarchive items",
    takes: (item) => !isOpen(item),
    label: sentence("Unarchive"),
    entry: sentence("Unarchive {items}"),
    keys: "shift+e",
    run: ({ leave }) => leave("unarchive"),
  },
  {
    id: "item.link",
    takes: () => true,
    label: sentence("Copy link"),
    entry: sentence("Copy a link to the item"),
    keys: "y",
    single: true,
    run({ scope }, { id }) {
      const link = location.origin + pages.item(scope.workspace, scope.session, id);
      void navigator.clipboard.writeText(link).then(() => toast({ title: say("Link copied"), timeout: 2500 }));
    },
  },
];

/** The acts that the reader may do, each with the items that it applies to. */
export function actsOn(chosen: readonly Item[], may: May) {
  return ITEM_ACTS.filter(({ deed }) => deed === undefined || may(deed)).map((act) => {
    const items = chosen.filter(act.takes);
    return { ...act, items, isPossible: items.length === 1 || (items.length > 1 && !act.single) };
  });
}

export type PossibleAct = ReturnType<typeof actsOn>[number];
