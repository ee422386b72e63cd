import { call } from "@/lib/client/call";
import { useQuery } from "@tanstack/react-query";
import { useState, type SyntheticEvent, useId } from "react";
import { ReadFailure } from "@/components/shell/read-failure";
import { useChange } from "@/components/shell/use-change";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Webhook, WebhookResult } from "@/lib/contracts/webhooks";
import { NEED_KINDS, type NeedKind } from "@/lib/core/inbox/needs";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";
import { readQuery } from "@/lib/client/read-query";
import { HEADINGS } from "@/components/overview/need-words";
import { Checkbox } from "@/components/ui/checkbox";
import { useAwake } from "@/components/ui/use-awake";
import { useDesktopChoice } from "@/lib/client/desktop-choice";

/** Where messages of what comes to wait are sent, and how the last one went. */
const webhookQuery = (workspace: string) => readQuery("GET /webhook", { params: { workspace } });

const USUAL: NeedKind[] = ["ack", "gate", "conflict"];

export function WebhookForm({ workspace }: { workspace: string }) {
  const { data, error, refetch } = useQuery(webhookQuery(workspace));
  if (data === undefined) return error && <ReadFailure error={error} onRetry={() => void refetch()} />;
  // What was saved is what the form begins with.
  return <Form key={JSON.stringify([data.host, data.kinds, data.quiet])} workspace={workspace} webhook={data} />;
}

function Form({ workspace, webhook }: { workspace: string; webhook: Webhook }) {
  const { host, last } = webhook;
  const [url, setUrl] = useState("");
  const [kinds, setKinds] = useState(host === null ? USUAL : webhook.kinds);
  const [hours, setHours] = useState(webhook.quiet && { from: webhook.quiet.from, to: webhook.quiet.to });
  const { busy, run, fault } = useChange([webhookQuery(workspace).queryKey]);

  function save(event: SyntheticEvent) {
    event.preventDefault();
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    void run({
      send: () =>
        call("PUT /webhook", {
          params: { workspace },
          body: { ...(url.trim() !== "" && { url: url.trim() }), kinds, quiet: hours && { ...hours, zone } },
        }),
      done: (set) => {
        setUrl("");
        return { title: say("Messages go to {host}", { host: set.host ?? "" }) };
      },
    });
  }

  const test = () =>
    run({
      send: () => call("POST /webhook/test", { params: { workspace } }),
      done: ({ ok, said }) => ({
        title: ok ? say("The test arrived") : say("The test did not arrive"),
        detail: `${host}: ${said}.`,
      }),
      failed: say("Not sent"),
    });
  const remove = () =>
    run({
      send: () => call("DELETE /webhook", { params: { workspace } }),
      done: () => ({ title: say("Webhook removed") }),
      failed: say("Not removed"),
    });

  return (
    <form onSubmit={save} className="flex flex-col items-start gap-3">
      <TextField
        label={host === null ? say("Address") : say("New address")}
        hint={
          host === null
            ? say('An incoming webhook of Slack, Mattermost, or anything that takes {"text": "…"}.')
            : say("Messages go to {host}. The full address is not shown again.", { host })
        }
        error={fault}
        className="w-full max-w-[480px]"
        type="url"
        required={host === null}
        maxLength={2000}
        spellCheck={false}
        autoComplete="off"
        placeholder="https://hooks.slack.com/services/…"
        value={url}
        onValue={setUrl}
      />
      <KindChoice kinds={kinds} onChange={setKinds} />
      <HoursChoice hours={hours} onChange={setHours} />
      {last !== null && <Last last={last} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={kinds.length === 0}>
          {say("Save")}
        </Button>
        {host !== null && (
          <>
            <Button onClick={() => void test()} disabled={busy}>
              {say("Send a test")}
            </Button>
            <Button look="ghost" onClick={() => void remove()} disabled={busy}>
              {say("Remove")}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

function Last({ last: { at, ok, said } }: { last: WebhookResult }) {
  return (
    <p role="status" className="flex items-center gap-2 text-xs">
      <Badge tone={ok ? "ok" : "warn"}>{ok ? say("Delivered") : say("Not delivered")}</Badge>
      <span className="text-fg-2">
        {sayParts("Last message {when}: {said}", { when: <RelativeTime at={at} ago />, said })}
      </span>
    </p>
  );
}

export function KindChoice({ kinds, onChange }: { kinds: readonly NeedKind[]; onChange: (kinds: NeedKind[]) => void }) {
  return (
    <fieldset>
      <legend className="text-fg-2 text-xs font-semibold">{say("Kinds")}</legend>
      <div className="grid grid-cols-2 gap-x-3 max-sm:grid-cols-1">
        {NEED_KINDS.map((kind) => (
          <label key={kind} className="flex min-h-7 items-center gap-1.5">
            <Checkbox
              checked={kinds.includes(kind)}
              onChange={({ target: { checked } }) =>
                onChange(NEED_KINDS.filter((each) => (each === kind ? checked : kinds.includes(each))))
              }
            />
            {say(HEADINGS[kind])}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface Hours {
  from: string;
  to: string;
}

export function HoursChoice({ hours, onChange }: { hours: Hours | null; onChange: (hours: Hours | null) => void }) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
      <span className="flex min-h-8 items-center gap-1.5">
        <Checkbox
          id={id}
          checked={hours !== null}
          onChange={({ target: { checked } }) => onChange(checked ? { from: "22:00", to: "07:00" } : null)}
        />
        <label htmlFor={id}>{say("Quiet hours")}</label>
      </span>
      {hours !== null && (
        <>
          {(["from", "to"] as const).map((end) => (
            <TextField
              key={end}
              label={end === "from" ? say("From") : say("To")}
              className="w-32"
              type="time"
              required
              value={hours[end]}
              onValue={(value) => onChange({ ...hours, [end]: value })}
            />
          ))}
        </>
      )}
    </div>
  );
}

/** What most want to hear of at once. */
const AT_ONCE: NeedKind[] = ["relay", "ack", "gate", "conflict", "question"];

export function Desktop() {
  const [choice, choose] = useDesktopChoice();
  const awake = useAwake();
  const [refused, setRefused] = useState(false);
  // What a browser can do is known in the browser alone.
  if (!awake) return null;
  if (!("Notification" in window)) {
    return <p className="text-fg-2">{say("Not supported by this browser, or the address is not https.")}</p>;
  }

  async function turnOn() {
    const isGranted = (await Notification.requestPermission()) === "granted";
    setRefused(!isGranted);
    if (isGranted) choose({ kinds: AT_ONCE, quiet: null });
  }

  const isBlocked = refused || Notification.permission === "denied";
  if (choice === null || isBlocked) {
    return (
      <div className="flex flex-col items-start gap-1.5">
        <Button onClick={() => void turnOn()}>{say("Turn on")}</Button>
        {isBlocked && (
          <p role="status" className="text-warn text-xs">
            {say("This browser blocks notifications here. Allow them in its site settings first.")}
          </p>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <KindChoice kinds={choice.kinds} onChange={(kinds) => choose({ ...choice, kinds })} />
      <HoursChoice hours={choice.quiet} onChange={(quiet) => choose({ ...choice, quiet })} />
      <Button onClick={() => choose(null)}>{say("Turn off")}</Button>
    </div>
  );
}
