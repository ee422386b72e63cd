import { ACTION_GROUPS, GROUP_WORDS, useActionList, type Action } from "@/components/ui/action-registry";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { say } from "@/lib/core/i18n/say";

export function KeySheet({ onClose }: { onClose: () => void }) {
  const actions = useActionList().filter((action) => action.keys !== undefined);
  return (
    <Dialog
      title={say("Keys")}
      description={say("Shortcuts are off while you type.")}
      width="wide"
      toRead
      onClose={onClose}
    >
      <div className="columns-2 gap-8 max-sm:columns-1">
        {ACTION_GROUPS.map((group) => (
          <KeyGroup
            key={group}
            title={say(GROUP_WORDS[group])}
            actions={actions.filter((action) => action.group === group)}
          />
        ))}
      </div>
    </Dialog>
  );
}

function KeyGroup({ title, actions }: { title: string; actions: Action[] }) {
  if (actions.length === 0) return null;
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="text-fg-3 mb-1 text-xs font-semibold">{title}</h3>
      <dl>
        {actions.map((action) => (
          <div key={action.id} className="flex min-h-7 items-center gap-3">
            <dt className="flex-1">{action.label}</dt>
            <dd className="text-fg-2 flex items-center gap-1.5">
              <Kbd keys={action.keys ?? ""} />
              <span className="sr-only">{action.keys}</span>
              {action.otherKeys?.map((keys) => (
                <Kbd key={keys} keys={keys} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
