/** A list of which several things may be chosen. */
export interface ChoiceMenuProps {
  /** What is chosen of, such as "Role". */
  label: string;
  options: readonly { value: string; label: string; count?: number }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}
