import { currentLanguage } from "@/lib/core/i18n/languages";
import { say, sentence, type Sentence } from "@/lib/core/i18n/say";

/** What Wardroom says in English to people and agents alike, after the same in the reader's own words where they are another language's. */
export function sayAfterOwn(own: Sentence | undefined, english: string): string {
  return own === undefined || currentLanguage() === "en" ? english : `${say(own)} (${english})`;
}

/** What is wrong with a file. `code` is that of a diagnostic, or the kind of a problem of the knowledge. */
export function sayFault(code: string, message: string): string {
  return sayAfterOwn(FAULTS[code], message);
}

const FAULTS: Readonly<Record<string, Sentence>> = {
  bad_frontmatter: sentence("The frontmatter cannot be read."),
  bad_yaml: sentence("The YAML cannot be read."),
  broken_file: sentence("The file cannot be read."),
  broken_link: sentence("A link refers to a missing file."),
  broken_reference: sentence("A reference has no file."),
  duplicate_id: sentence("An id appears twice."),
  duplicate_key: sentence("A key appears twice."),
  duplicate_section: sentence("Two sections have the same name."),
  gate_outside_lead: sentence("Gates belong in the Lead’s section."),
  invalid_gc_version: sentence("The version is not GC-v and a number."),
  item_outside_section: sentence("An item is in no section."),
  memory_removed: sentence("TEAM-MEMORY.md was removed."),
  never_loaded: sentence("Nothing loads this entry."),
  not_a_list: sentence("Here a list is expected."),
  not_a_map: sentence("Here keys with values are expected."),
  not_indexed: sentence("Not in any index."),
  open_in_archived: sentence("An archived section has open questions or conflicts."),
  over_500_lines: sentence("The file is over 500 lines."),
  reference_cycle: sentence("Entries depend on each other in a circle."),
  rests_on_withdrawn: sentence("It rests on something withdrawn."),
  unclosed_block: sentence("A code block or comment is never closed."),
  unclosed_frontmatter: sentence("The frontmatter is never closed."),
  unknown_id: sentence("An id has no entry."),
  unmerged_versions: sentence("Git could not merge two versions."),
  unreadable: sentence("The file cannot be read."),
  unused_entry: sentence("No index refers to this entry."),
};
