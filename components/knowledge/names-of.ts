/** Names written in one line, separated by commas: "security, web" are two. */
export function namesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    ),
  ];
}
