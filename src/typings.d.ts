declare module '*.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module '*.md' {
  const text: string;
  export default text;
}

/** webpack's loader of code chunks; it can be replaced. */
declare let __webpack_chunk_load__: (id: string | number) => Promise<unknown>;
