/** A registry that lists nothing yet. Source: knowledge §1. */
export const REGISTRY_TEMPLATE = `# Knowledge that several teams load: one file here instead of a copy with each of them.
#
#   knowledge:
#     owasp-top-10:
#       path: owasp-top-10.md              # beside this file
#       tokens_estimate: 3000
#       tags: [security]
#       applicable_teams: [dev-security]   # loads by itself for these teams only; leave it out for all
knowledge:
`;

/** An index that loads nothing yet. Source: knowledge §2, §6. */
export const INDEX_TEMPLATE = `# What this team loads, and when. Files that do not fit the budget are skipped, and the next is tried.
shared_refs:
files:
auto_load:
  by_mode:
  by_keyword:
token_budget:
  max_auto_load: 5000
  strategy: priority_then_skip
`;

/** A history of sessions that begins with the first one. Source: knowledge §3. */
export const SESSIONS_TEMPLATE = `# One entry a session, the newest last.
`;

/** What a team learns, by month. \`{team}\` is its name. Source: knowledge §3. */
export const LEARNINGS_TEMPLATE = `# Learnings — {team}
`;
