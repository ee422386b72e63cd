import * as react from "react/jsx-dev-runtime";
import { showTexts } from "./show-texts";

/** The same as `jsx-runtime`, as the development server and the tests want it. */
export { Fragment } from "react/jsx-dev-runtime";
export type { JSX } from "react/jsx-dev-runtime";

export const jsxDEV: typeof react.jsxDEV = (type, props, ...rest) => react.jsxDEV(type, showTexts(props), ...rest);
