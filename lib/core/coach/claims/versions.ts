/** A version of a product that a text gives. */
export interface Version {
  /** In lower case. */
  product: string;
  /** As it is written, such as `15` or `15.4`. */
  version: string;
  start: number;
  end: number;
}

const PRODUCTS =
  "PostgreSQL Postgres MySQL MariaDB SQLite MongoDB Redis Valkey Memcached Elasticsearch OpenSearch Kafka RabbitMQ Cassandra ClickHouse InfluxDB TimescaleDB Node Node.js Deno Bun Python Ruby PHP Java JDK OpenJDK Kotlin Scala Go Golang Rust Swift .NET TypeScript GCC Clang LLVM React Angular Vue Svelte Next Next.js Nuxt Remix Vite Webpack Rollup Jest Vitest Playwright Cypress ESLint Prettier Prisma TypeORM Django Flask FastAPI Rails Laravel Spring Hibernate Express Fastify NestJS Gradle Maven Terraform Ansible Kubernetes Docker Helm Nginx HAProxy Ubuntu Debian Alpine Fedora CentOS RHEL Windows macOS iOS Android Xcode Electron Flutter npm pnpm yarn Bootstrap Tailwind GraphQL TLS Unity Airflow Spark Flink Tomcat Keycloak Grafana Prometheus Jenkins GitLab MQTT Zod 자바 파이썬 노드 리액트";
const WORDS = PRODUCTS.split(" ")
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replace(/[.]/g, String.raw`\.`))
  .join("|");

/** Example: `PostgreSQL 15`, `node@20.1`, `Redis version 7`, `MySQL은 8.0`, `React v19`. */
const VERSION = new RegExp(
  String.raw`(?<![\p{L}\p{N}_./@-])(?<product>${WORDS})(?:(?:의)?\s?(?:version|버전)(?:은|이|:| is| of)?|은|는|:)?[\s@-]?\s?v?(?<version>\d{1,4}(?:\.\d+){0,3})(?![\d\p{Script=Latin}%:/]|\s?(?:ms|s|MB|GB|KB|seconds?|minutes?|hours?|days?|초|분|시간|일|개|건|명|번)(?![\p{Script=Latin}]))`,
  "giu",
);

/** What goes by two names; the key is in lower case. */
const SAME: Record<string, string> = {
  postgres: "postgresql",
  "node.js": "node",
  노드: "node",
  golang: "go",
  "next.js": "next",
  jdk: "java",
  openjdk: "java",
  자바: "java",
  파이썬: "python",
  리액트: "react",
};

/** The versions that a text in NFC gives, in its order. */
export function readVersions(text: string): Version[] {
  if (!/\d/.test(text)) return [];
  return [...text.matchAll(VERSION)].flatMap(({ 0: all, index, groups = {} }) => {
    const { product = "", version = "" } = groups;
    // "go 3 steps back" and "next 5 days" are prose.
    if (/^[a-z]/.test(product) && PROSE.has(product)) return [];
    const key = product.toLowerCase();
    return [{ product: SAME[key] ?? key, version, start: index, end: index + all.length }];
  });
}

const PROSE = new Set("go next spring express swift react flask rust helm remix windows unity spark node".split(" "));

/** Whether two versions cannot both be true of one thing: `15` and `15.4` can. */
export function differ(a: string, b: string): boolean {
  const x = a.split(".");
  const y = b.split(".");
  return x.slice(0, Math.min(x.length, y.length)).some((part, at) => part !== y[at]);
}
