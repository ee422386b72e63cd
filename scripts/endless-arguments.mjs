/**
 * Each argument of a call takes a place on the stack: as many as a file has lines end the work with a RangeError.
 * @type {import("eslint").Rule.RuleModule}
 */
export const endlessArguments = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const names = "/^(push|unshift|splice|concat|max|min|fromCharCode|fromCodePoint)$/";
    const message = "A file may decide how many these are, and too many end in a RangeError: see lib/core/lists.ts.";
    const report = (/** @type {import("eslint").Rule.Node} */ node) => context.report({ node, message });
    return {
      [`CallExpression[callee.property.name=${names}] > SpreadElement.arguments`]: report,
      [`CallExpression[callee.property.name='apply'][callee.object.property.name=${names}]`]: report,
    };
  },
};
