import * as react from "react/jsx-runtime";
import { showTexts } from "./show-texts";

// What JSX of this project is compiled to, see `jsxImportSource` in tsconfig.json: names and titles come from files that
// anybody may write, and nowhere in a page may such a text hide characters.

export { Fragment } from "react/jsx-runtime";
export type { JSX } from "react/jsx-runtime";

export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, showTexts(props), key);
export const jsxs: typeof react.jsxs = (type, props, key) => react.jsxs(type, showTexts(props), key);
