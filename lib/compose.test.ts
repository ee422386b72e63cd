import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { describe, expect, it } from "vitest";
import { openApi } from "@/app/api/routes";
import { CHOSEN, environmentOf, interpolated, readCompose } from "@/lib/compose.fixture";
import { Problem } from "@/lib/contracts/primitives";
import { ERRORS } from "@/lib/core/errors";
import { readConfiguration } from "@/lib/services/workspace/configuration";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";
import { readProxies } from "../scripts/client-address.mjs";

const proxy = await readFile(join(PROJECT, "haproxy.cfg"), "utf8");
const { text, services, networks } = await readCompose();

const servers = () => Object.entries(services).filter(([, { build }]) => build !== undefined);
const complaints = (path: string) =>
  new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] })
    .lintFiles([path], false)
    .flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`));

describe("compose.yaml", () => {
  it("is what Compose takes, and would be complained about otherwise", async () => {
    expect(complaints(join(PROJECT, "compose.yaml"))).toEqual([]);
    const folder = await mkdtemp(join(tmpdir(), "compose-"));
    for (const [right, wrong] of [
      ["image: postgres:18", "image: postgres"],
      ["depends_on:", "depends_upon:"],
      ["host_ip: ${WARDROOM_ADDRESS:-127.0.0.1}", "host_ip:"],
    ] as const) {
      const path = join(folder, "compose.yaml");
      await writeFile(path, text.replace(right, wrong));
      expect(complaints(path), wrong).not.toEqual([]);
    }
    await rm(folder, { recursive: true });
  });

  it("gives its servers one configuration that a server starts with, and each files of its own", () => {
    expect(servers()).toHaveLength(2);
    const [first, second] = servers().map(([, service]) => environmentOf(service, CHOSEN));
    expect(first).toEqual(second);
    expect(readConfiguration(first ?? {}, PROJECT)).toMatchObject({
      recorded: ["shop", "portal"],
      workspaces: [],
      databaseUrl: `postgresql://wardroom:${String(CHOSEN.POSTGRES_PASSWORD)}@database/wardroom`,
      token: CHOSEN.WARDROOM_TOKEN,
      secret: CHOSEN.WARDROOM_SECRET,
      publicOrigin: null,
    });
    const volumes = Object.values(services).flatMap((service) => service.volumes);
    expect(new Set(volumes).size).toBe(volumes.length);
  });

  it("has its servers believe its proxy, and nobody else, about where requests come from", () => {
    const [{ ipam }] = Object.values(networks) as [{ ipam: { config: { subnet: string }[] } }];
    for (const chosen of [CHOSEN, { ...CHOSEN, WARDROOM_PROXY: "10.9.8.7", WARDROOM_SUBNET: "10.9.8.0/24" }]) {
      const address = interpolated(services.proxy?.networks?.default?.ipv4_address ?? "", chosen);
      const subnet = readProxies(interpolated(ipam.config[0]?.subnet ?? "", chosen));
      expect(subnet(address)).toBe(true);
      for (const [, service] of servers()) {
        const isProxy = readProxies(environmentOf(service, chosen).WARDROOM_PROXIES);
        expect(isProxy(address)).toBe(true);
        expect(isProxy(address.replace(/\d+$/, "1"))).toBe(false);
      }
    }
    expect(proxy).toMatch(/^ {4}option forwardfor$/m);
  });

  it("has no secret of its own: it says which is missing, and the docs say all of them", async () => {
    const operation = await readFile(join(PROJECT, "docs/operations.md"), "utf8");
    const asked = [...text.matchAll(/\$\{(\w+):\?([^}]*)\}/g)];
    expect(new Set(asked.map(([, name]) => name))).toEqual(new Set(Object.keys(CHOSEN)));
    for (const [, name = ""] of asked) {
      const { [name]: _, ...others } = CHOSEN;
      const start = () => Object.values(services).map((service) => environmentOf(service, others));
      expect(start).toThrow(new RegExp(`^Set ${name} in \\.env to .{20,}`));
      expect(operation).toContain(name);
    }
    for (const [name, value] of Object.values(services).flatMap(({ environment }) => Object.entries(environment ?? {})))
      if (/PASSWORD|SECRET|TOKEN/.test(name)) expect(value, name).toMatch(/^\$\{\w+:\?[^}]+\}$/);
    expect((await readFile(join(PROJECT, ".dockerignore"), "utf8")).split("\n")).toContain(".env");
  });
});

describe("haproxy.cfg", () => {
  it("sends requests to the servers of compose.yaml on the port of their image, and asks them whether they are ready", async () => {
    const image = await readFile(join(PROJECT, "Dockerfile"), "utf8");
    const port = /EXPOSE (\d+)/.exec(image)?.[1] ?? "";
    const names = servers().map(([name]) => name);
    for (const backend of proxy.split(/^backend /m).slice(1)) {
      const found = [...backend.matchAll(/^ {4}server (\S+) "\$\{\w+-(\S+)\}"$/gm)];
      expect(found.map(([, name]) => name)).toEqual(names);
      expect(found.map(([, , address]) => address)).toEqual(names.map((name) => `${name}:${port}`));
    }
    const [, asked = ""] = /http-check send meth GET uri (\S+)/.exec(proxy) ?? [];
    const paths = Object.keys(openApi().paths ?? {});
    expect(paths).toContain(asked);
    const [, workspaces = ""] = /path_beg (\S+)\/ /.exec(proxy) ?? [];
    expect(paths).toContain(`${workspaces}/{workspace}/events`);
    expect(proxy).toContain("{ path /api/mcp }");
  });

  it("says as problem details what it cannot pass on", () => {
    const said = [
      ...proxy.matchAll(/http-error status (\d+) content-type application\/problem\+json string '([^']+)'/g),
    ];
    expect(said.map(([, status]) => status)).toEqual(["502", "503", "504"]);
    for (const [, status, body = ""] of said) {
      const problem = Problem.strict().parse(JSON.parse(body));
      expect(problem).toMatchObject({ status: Number(status), code: "busy", title: ERRORS.busy.title });
      expect(problem.hint).toMatch(/\S.{10,}/);
    }
  });
});
