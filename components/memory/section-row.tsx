import { Ellipsis } from "@/components/ui/icons";
import { Changes, useMay } from "@/components/ui/changes";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import type { Section } from "@/lib/contracts/memory";
import type { Role } from "@/lib/contracts/sessions";
import { parseSectionHeading } from "@/lib/core/memory/role-id";
import { say, sentence } from "@/lib/core/i18n/say";
import { sectionTitle } from "./section-title";

export interface SectionHandlers {
  /** The first two are asked about in a dialog. */
  onSection: (act: "replace" | "archive-section" | "unarchive", role: string) => void;
  /** Of one of the texts that stand beside its items. */
  onMakeItems: (role: string, text: string) => void;
}

interface SectionRowProps extends Pick<SectionHandlers, "onSection"> {
  section: Section;
  shown: number;
  /** Whose receipt is shown, if any. */
  role: Role | undefined;
  /** The newest revision, to tell who has read it. */
  revision: number;
}

const ACCESS = { direct: sentence("writes directly"), relay: sentence("needs Lead approval"), lead: null } as const;

export function SectionRow({ section, shown, role, revision, onSection }: SectionRowProps) {
  const isRole = section.kind === "role";
  const { note } = parseSectionHeading(section.heading);
  const items = section.total === 0 && !isRole ? "" : sayItems(shown, section.total);
  const may = useMay();
  const access = ACCESS[section.access];
  const words = isRole ? [section.type, note, access && say(access), items] : [items];
  return (
    <>
      <span role="gridcell" className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span role="heading" aria-level={2} className="font-semibold" title={section.heading}>
          <bdi>{sectionTitle(section)}</bdi>
        </span>
        <span className="text-fg-3 text-xs">{words.filter(Boolean).join(" · ")}</span>
        {section.state === "archived" && <Badge>{say("archived")}</Badge>}
        {section.state === "replaced" && <Badge>{say("replaced")}</Badge>}
        {section.state === "active" && isRole && section.access !== "lead" && role && (
          <Receipt role={role} revision={revision} />
        )}
      </span>
      {section.role !== "" && section.access !== "lead" && section.state !== "replaced" && (
        <Changes deed="archive a section">
          <span role="gridcell">
            <Menu
              trigger={
                <IconButton icon={Ellipsis} label={say("More for {role}", { role: section.role })} tabIndex={-1} />
              }
              items={
                section.state === "archived"
                  ? [{ label: say("Unarchive the section"), onSelect: () => onSection("unarchive", section.role) }]
                  : [
                      ...(isRole && may("replace a teammate")
                        ? [
                            {
                              label: say("Replace {role}…", { role: section.role }),
                              onSelect: () => onSection("replace", section.role),
                            },
                          ]
                        : []),
                      {
                        label: say("Archive the section…"),
                        onSelect: () => onSection("archive-section", section.role),
                      },
                    ]
              }
            />
          </span>
        </Changes>
      )}
    </>
  );
}

function sayItems(shown: number, total: number): string {
  return `${shown === total ? "" : say("{shown, number} of ", { shown })}${say("{total, plural, one {# item} other {# items}}", { total })}`;
}

/** How far a role has read; it is meant to read before it works. A memory of one revision holds nothing to read. */
function Receipt({ role: { readRevision }, revision }: { role: Role; revision: number }) {
  if (readRevision === null) return revision > 1 ? <Badge tone="warn">{say("unread")}</Badge> : null;
  if (readRevision >= revision) return <Badge tone="ok">{say("has read all")}</Badge>;
  return (
    <span title={say("The memory is at r{revision}", { revision })}>
      <Badge>{say("read to r{readRevision}", { readRevision })}</Badge>
    </span>
  );
}
