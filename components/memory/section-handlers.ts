export interface SectionHandlers {
  onReplace: (role: string) => void;
  onArchiveSection: (role: string) => void;
  onUnarchiveSection: (role: string) => void;
  /** Of one of the texts that stand beside its items. */
  onMakeItems: (role: string, text: string) => void;
}
