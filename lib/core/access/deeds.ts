/**
 * Who may do a thing:
 *
 * - `anyone` whose credential reaches the workspace and the session it is about
 * - `voice`: the Lead and every role, also over a connection that a team shares
 * - `teammate`: the Lead and every role that is known by its credential
 * - `writer`: teammates and curators, each of whom is asked again for what it does in particular
 * - `itself`: the role it is about, or the Lead
 * - `direct`: a role that writes to the memory itself, or the Lead
 * - `observer`: the role it is about, the Lead, and whoever can change nothing by looking
 * - `speaker`: the role it is about, the Lead, or a connection that a team shares
 * - `agent`: a role that works as the agent it is about, or the Lead of the workspace
 * - `curator`: the Lead of the session it is about, and people who curate
 * - `curatorOfAll`: the Lead of the workspace, and people who curate
 * - `lead`: the Lead of the session it is about
 * - `leadOfAll`: the Lead of the workspace, which no token of a session is
 * - `watcher`: people, whatever they may be
 * - `oneself`: the person it is about, or the owner
 * - `owner`: the owner of the workspace, when acting for no role
 * - `operator`: the owner of all workspaces
 */
export type Level =
  | "anyone"
  | "voice"
  | "teammate"
  | "writer"
  | "itself"
  | "direct"
  | "observer"
  | "speaker"
  | "agent"
  | "curator"
  | "curatorOfAll"
  | "lead"
  | "leadOfAll"
  | "watcher"
  | "oneself"
  | "owner"
  | "operator";

/** Everything that can be done, in the words that continue "… may", and who may do it. */
export const DEEDS = {
  look: "anyone",
  "look at what waits for another role": "observer",
  "mark its inbox as read": "writer",
  "mark what waits for a person": "observer",
  "tell teammates how far it is": "teammate",
  "say how far another role is": "itself",
  "claim something for another role": "itself",
  "end the claim of another role": "itself",
  "end a run of another role": "itself",
  "move a run to another seat": "lead",
  "take over the claims of another role": "itself",
  "confirm what another role says": "teammate",
  "answer a question put to another role": "itself",
  "say what the line of another role is to others": "itself",
  "settle what was judged of another role's line": "itself",
  "leave an item with the Lead": "voice",
  "take back what another role left with the Lead": "itself",
  "reword what another role left with the Lead": "itself",
  "write to the section of another role": "itself",
  "edit the team memory": "direct",
  "change the team memory": "writer",
  "speak for another role": "speaker",
  "say what another role has done": "itself",
  "acknowledge for another role": "itself",
  "say that another role lost its context": "itself",
  "have the full context sent to another role": "itself",
  "publish a context version": "lead",
  "send an update again": "lead",
  "ping a teammate": "lead",
  "take back a ping": "lead",
  "give guidance": "lead",
  "archive items": "curator",
  "archive a section": "curator",
  "resolve items": "curator",
  "unarchive items": "curator",
  "unarchive a section": "curator",
  "replace a teammate": "lead",
  prune: "curator",
  "comment on items": "curator",
  "delete the comment of somebody else": "lead",
  "assign what waits": "curator",
  "bring an earlier text of the team memory back": "lead",
  "undo a revision of the team memory": "curator",
  "approve relays": "curator",
  "settle relays": "curator",
  "reject relays": "curator",
  "undo what was decided about a relay": "curator",
  "open a gate": "lead",
  "prepare the conclusion of a gate": "lead",
  "conclude a gate": "lead",
  "abandon a gate": "lead",
  "add roles": "lead",
  "see the tokens": "lead",
  "hand out tokens": "lead",
  "revoke tokens": "lead",
  "change the settings": "lead",
  "finish a session": "lead",
  "delete a session": "lead",
  "create sessions": "leadOfAll",
  "restore a session": "leadOfAll",
  "look into the trash": "leadOfAll",
  "see where the data lies": "leadOfAll",
  "decide about unfinished changes": "leadOfAll",
  "accept what is wrong with the history": "leadOfAll",
  "decide about lines that a save left out": "curator",
  "decide about faults of files": "curator",
  "change what is done about overwritten files": "leadOfAll",
  "work in a session of the agent": "agent",
  "change the memory of the agent": "agent",
  "keep files beside the memory of the agent": "agent",
  "delete or move the memory of an agent": "leadOfAll",
  "bring an earlier text of an agent's memory back": "leadOfAll",
  "undo a revision of an agent's memory": "leadOfAll",
  "have the coach remember": "leadOfAll",
  "ask the judge": "lead",
  "take part in the session of a team": "teammate",
  "load beyond the budget": "owner",
  "ask for more than the budget of a team": "owner",
  "change the knowledge of the workspace": "curatorOfAll",
  "lay out the knowledge": "leadOfAll",
  "share knowledge between teams": "curatorOfAll",
  "take a sharing back": "curatorOfAll",
  "bring an earlier text of knowledge back": "curatorOfAll",
  "undo a revision of knowledge": "curatorOfAll",
  "read the metrics": "watcher",
  "be seen by other people": "watcher",
  "decide who looks at a workspace": "owner",
  "see who is signed in": "owner",
  "decide where messages are sent": "owner",
  "decide who may do what": "owner",
  "see with which account somebody signs in": "oneself",
  "unlink the account of somebody else": "oneself",
  "restore a backup": "operator",
  "set up a project": "owner",
  "push what was edited in a checkout": "leadOfAll",
  "keep a checkout in step": "watcher",
  "redact a secret": "owner",
  "move the content of a workspace": "operator",
} as const satisfies Record<string, Level>;

export type Deed = keyof typeof DEEDS;
