/** What can be done with a whole section. */
export interface SectionHandlers {
  onReplace: (role: string) => void;
  onArchiveSection: (role: string) => void;
  onUnarchiveSection: (role: string) => void;
}
