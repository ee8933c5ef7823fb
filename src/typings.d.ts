declare module '*.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module '*.md' {
  const text: string;
  export default text;
}

/** webpack's loader of code chunks. Declared with `let`, because src/app.tsx replaces it with a loader that retries. */
declare let __webpack_chunk_load__: (id: string | number) => Promise<unknown>;
