/** Ways of doing one thing of which a project takes one. Each way is what a text calls it, as a regular expression. */
interface Choice {
  name: string;
  ways: Record<string, string>;
  /** Words that tell what is chosen; a text that has one speaks of this choice. */
  topic?: string;
}

const CHOICES: readonly Choice[] = [
  {
    name: "pagination",
    topic: "pag(?:e|ed|es|ing|inat\\w*)|lists?|페이지|목록",
    ways: {
      cursor: "cursors?(?:-based)?|keyset|커서",
      offset: "offsets?(?:-based)?|page numbers?|numbered pages|오프셋|페이지 번호",
    },
  },
  {
    name: "deletion",
    ways: {
      soft: "soft[- ]?delet\\w*|소프트 ?삭제|논리 ?삭제",
      hard: "hard[- ]?delet\\w*|하드 ?삭제|물리 ?삭제|완전 ?삭제",
    },
  },
  {
    name: "identifiers",
    topic: "primary keys?|ids?|identifiers?|기본 ?키|식별자",
    ways: {
      uuid: "uuids?(?:v[47])?",
      ulid: "ulids?",
      nanoid: "nanoids?",
      snowflake: "snowflake ids?",
      sequence:
        "auto[- ]?increment\\w*|serials?|bigserial|sequential (?:ids?|integers)|(?:database|number) sequences?|자동 ?증가|일련번호",
    },
  },
  {
    name: "test runner",
    topic: "tests?|테스트",
    ways: { jest: "jest", vitest: "vitest", mocha: "mocha", jasmine: "jasmine", ava: "ava", "node:test": "node:test" },
  },
  {
    name: "browser tests",
    topic: "e2e|end[- ]to[- ]end|browser tests?|브라우저 테스트",
    ways: {
      playwright: "playwright",
      cypress: "cypress",
      selenium: "selenium",
      puppeteer: "puppeteer",
      testcafe: "testcafe",
    },
  },
  {
    name: "package manager",
    topic: "packages?|install\\w*|dependencies|lockfile|패키지|설치|의존성",
    ways: { npm: "npm", yarn: "yarn", pnpm: "pnpm", bun: "bun" },
  },
  {
    name: "database",
    topic: "databases?|db|데이터베이스",
    ways: {
      postgresql: "postgres(?:ql)?",
      mysql: "mysql",
      mariadb: "mariadb",
      sqlite: "sqlite",
      mongodb: "mongo(?:db)?",
      dynamodb: "dynamodb",
      oracle: "oracle",
      influxdb: "influxdb",
      timescaledb: "timescaledb",
      cassandra: "cassandra",
      redis: "redis",
    },
  },
  {
    name: "queue",
    topic: "queues?|broker|큐|브로커",
    ways: { kafka: "kafka", rabbitmq: "rabbitmq", sqs: "sqs", nats: "nats", pulsar: "pulsar" },
  },
  { name: "cache", topic: "cach\\w*|캐시", ways: { redis: "redis", memcached: "memcached", valkey: "valkey" } },
  { name: "interface", ways: { rest: "REST(?:ful)?", graphql: "graphql", grpc: "grpc", soap: "SOAP" } },
  {
    name: "transport",
    ways: {
      mqtt: "mqtt",
      http: "https?",
      websocket: "web ?sockets?|웹소켓",
      amqp: "amqp",
      sse: "SSE|server-sent events",
      polling: "polling|폴링",
    },
  },
  {
    name: "password hash",
    topic: "passwords?|hash\\w*|비밀번호|해시",
    ways: {
      bcrypt: "bcrypt",
      argon2: "argon2(?:id|i|d)?",
      scrypt: "scrypt",
      pbkdf2: "pbkdf2",
      sha: "sha-?(?:1|256|512)",
      md5: "md5",
    },
  },
  {
    name: "bundler",
    topic: "bundl\\w*|번들",
    ways: {
      webpack: "webpack",
      vite: "vite",
      rollup: "rollup",
      parcel: "parcel(?:\\.js)?",
      esbuild: "esbuild",
      turbopack: "turbopack",
    },
  },
  {
    name: "object mapper",
    topic: "orm|queries",
    ways: {
      prisma: "prisma",
      typeorm: "typeorm",
      drizzle: "drizzle",
      sequelize: "sequelize",
      knex: "knex",
      mikroorm: "mikroorm",
      hibernate: "hibernate",
      mybatis: "mybatis",
      jooq: "jooq",
    },
  },
  {
    name: "state",
    topic: "state|상태",
    ways: { redux: "redux", zustand: "zustand", mobx: "mobx", jotai: "jotai", recoil: "recoil" },
  },
  {
    name: "styling",
    topic: "styles?|styling|css",
    ways: {
      tailwind: "tailwind",
      styled: "styled[- ]components",
      modules: "css modules",
      emotion: "emotion",
      sass: "sass|scss",
    },
  },
  {
    name: "merging",
    topic: "merg\\w*|pull requests?|병합",
    ways: { squash: "squash\\w*|스쿼시", rebase: "rebas\\w*|리베이스", "merge commit": "merge commits?|병합 커밋" },
  },
  {
    name: "release",
    topic: "deploy\\w*|releases?|배포",
    ways: {
      "blue-green": "blue[-/ ]green|블루 ?그린",
      rolling: "rolling (?:update|deploy|release)\\w*|롤링",
      canary: "canary|카나리",
    },
  },
  { name: "branching", topic: "branch\\w*|브랜치", ways: { trunk: "trunk[- ]based", gitflow: "git[- ]?flow" } },
  {
    name: "delivery",
    topic: "messages?|events?|메시지|이벤트",
    ways: {
      "at least once": "at[- ]least[- ]once|최소 한 ?번",
      "at most once": "at[- ]most[- ]once|최대 한 ?번",
      "exactly once": "exactly[- ]once|정확히 한 ?번",
    },
  },
  { name: "locking", ways: { optimistic: "optimistic\\w*|낙관적", pessimistic: "pessimistic\\w*|비관적" } },
  { name: "indentation", topic: "indent\\w*|들여쓰기", ways: { tabs: "tabs", spaces: "spaces" } },
  {
    name: "case",
    ways: {
      camel: "camel ?case|카멜 ?케이스",
      snake: "snake[_ ]?case|스네이크 ?케이스",
      kebab: "kebab[- ]?case|케밥 ?케이스",
      pascal: "pascal ?case|파스칼 ?케이스",
    },
  },
  {
    name: "clock",
    topic: "timestamps?|times|dates|시각|날짜",
    ways: { utc: "UTC", local: "local time|현지 시각|현지 시간|KST|한국 시간" },
  },
  {
    name: "money",
    topic: "amounts?|money|prices?|금액|가격",
    ways: {
      integers: "cents|integer cents|minor units|정수",
      floats: "floats?|floating[- ]point|doubles?|부동 ?소수점|실수",
      decimals: "decimals?|NUMERIC",
    },
  },
  { name: "cloud", topic: "cloud|hosted|클라우드", ways: { aws: "aws", gcp: "gcp|google cloud", azure: "azure" } },
  {
    name: "build server",
    topic: "ci|pipelines?|파이프라인",
    ways: {
      jenkins: "jenkins",
      actions: "github actions",
      gitlab: "gitlab ci",
      circleci: "circleci",
      buildkite: "buildkite",
    },
  },
  {
    name: "credentials",
    topic: "auth\\w*|sign|login|인증|로그인",
    ways: {
      jwt: "jwts?",
      "session cookie": "session cookies?|cookie sessions?|server-side sessions?|세션 쿠키",
      "basic auth": "basic auth",
    },
  },
  { name: "exchange format", ways: { json: "json", xml: "xml", csv: "csv", protobuf: "protobuf|protocol buffers" } },
  { name: "log format", topic: "logs?|로그", ways: { json: "json", plain: "plain ?text|logfmt|평문" } },
  {
    name: "rendering",
    topic: "pages?|render\\w*|렌더링",
    ways: {
      server: "SSR|server[- ]side rendering|(?:rendered|drawn|built|generated) on the server|서버 ?렌더링",
      client: "CSR|client[- ]side rendering|(?:rendered|drawn|built|generated) in the browser|클라이언트 ?렌더링",
      static: "SSG|static generation",
    },
  },
  {
    name: "order",
    ways: {
      synchronous: "synchronous(?:ly)?|동기(?:식|적)?(?:으로)",
      asynchronous: "asynchronous(?:ly)?|비동기(?:식|적)?(?:으로)?",
    },
  },
  { name: "repository", ways: { mono: "monorepo|모노레포", poly: "polyrepo|multi-?repo|멀티레포" } },
  {
    name: "weekday",
    ways: {
      monday: "mondays?|월요일",
      tuesday: "tuesdays?|화요일",
      wednesday: "wednesdays?|수요일",
      thursday: "thursdays?|목요일",
      friday: "fridays?|금요일",
      saturday: "saturdays?|토요일",
      sunday: "sundays?|일요일",
    },
  },
  { name: "dashboards", ways: { grafana: "grafana", kibana: "kibana", datadog: "datadog" } },
  {
    name: "load test",
    topic: "load tests?|부하 ?테스트",
    ways: { jmeter: "jmeter", k6: "k6", gatling: "gatling", locust: "locust" },
  },
  {
    name: "container platform",
    ways: { kubernetes: "kubernetes|k8s|쿠버네티스", ecs: "ECS", nomad: "nomad", swarm: "docker swarm" },
  },
  { name: "infrastructure", ways: { terraform: "terraform", pulumi: "pulumi", cloudformation: "cloudformation" } },
  { name: "linter", topic: "lint\\w*|린트", ways: { eslint: "eslint", biome: "biome", oxlint: "oxlint" } },
];

/** A way of doing something that a text names. */
export interface Way {
  choice: string;
  way: string;
  /** Whether the text says what is chosen. */
  isTopic: boolean;
  start: number;
  end: number;
}

interface Known {
  choice: string;
  way: string;
  pattern: RegExp;
  topic: RegExp | null;
}

const KNOWN: readonly Known[] = CHOICES.flatMap(({ name, ways, topic }) =>
  Object.entries(ways).map(([way, words]) => ({
    choice: name,
    way,
    topic:
      topic === undefined
        ? null
        : new RegExp(String.raw`(?<![\p{L}\p{N}_-])(?:${topic})(?![\p{Script=Latin}\p{N}_])`, "iu"),
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}_-])(?:${words})(?![\p{Script=Latin}\p{N}_-])`,
      /[A-Z]{3}/.test(words) ? "u" : "iu",
    ),
  })),
);

/** Most texts name none of them: one look tells. */
const ANY = new RegExp(
  CHOICES.flatMap(({ ways }) => Object.values(ways))
    .map((words) => `(?:${words})`)
    .join("|"),
  "iu",
);

/** The ways that a text in NFC names, and where each stands first. */
export function readWays(text: string): Way[] {
  if (!ANY.test(text)) return [];
  return KNOWN.flatMap(({ choice, way, pattern, topic }) => {
    const match = pattern.exec(text);
    return match === null
      ? []
      : [{ choice, way, isTopic: topic?.test(text) === true, start: match.index, end: match.index + match[0].length }];
  });
}
