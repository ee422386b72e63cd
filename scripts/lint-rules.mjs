const MANY = "/^(push|unshift|splice|concat|max|min|fromCharCode|fromCodePoint)$/";

/**
 * Rules of our own, each with what it looks for and what it says.
 * @type {Record<string, { message: string, selectors: string[] }>}
 */
const RULES = {
  "no-default-export": {
    message: "Export by name: only what Next or a tool looks for is a default export.",
    selectors: ["ExportDefaultDeclaration"],
  },
  "no-lost-this": {
    message: "A record of functions is taken apart, and `this` is lost: call the function by its name.",
    selectors: ["ObjectExpression > Property > FunctionExpression ThisExpression"],
  },
  "no-hidden-state": {
    message: "Core remembers in one way only: `remember` of lib/core/text/remember.ts.",
    selectors: ["NewExpression[callee.name='WeakMap']"],
  },
  "no-enum": { message: "Use a union of strings, or an object `as const`.", selectors: ["TSEnumDeclaration"] },
  // Whoever sets the clock back has what waits for one wait for so much longer.
  "no-set-deadline": {
    message: "A deadline is of performance.now(): the time of day can be set.",
    selectors: ["id", "left"].map(
      (side) => `[${side}.name=/^(until|deadline|began)$/] [object.name='Date'][property.name='now']`,
    ),
  },
  // Each argument of a call takes a place on the stack: as many as a file has lines end the work with a RangeError.
  "no-endless-arguments": {
    message: "A file may decide how many these are, and too many end in a RangeError: see lib/core/lists.ts.",
    selectors: [
      `CallExpression[callee.property.name=${MANY}] > SpreadElement.arguments`,
      `CallExpression[callee.property.name='apply'][callee.object.property.name=${MANY}]`,
    ],
  },
};

export default {
  meta: { name: "wardroom" },
  rules: Object.fromEntries(
    Object.entries(RULES).map(([name, { message, selectors }]) => [
      name,
      {
        create: (/** @type {{ report(found: { node: unknown, message: string }): void }} */ context) =>
          Object.fromEntries(
            selectors.map((selector) => [selector, (/** @type {unknown} */ node) => context.report({ node, message })]),
          ),
      },
    ]),
  ),
};
