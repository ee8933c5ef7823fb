/** Type of the texts of one area (a group of keys such as `bill`) in another language. It requires every key of zh-CN and no other key. */
export type Texts<T extends object> = { readonly [K in keyof T]: string };
/** Type of another language's areas in one file (`console`, `pages` or `public`). */
export type AreaTexts<T extends object> = { readonly [A in keyof T]: T[A] extends object ? Texts<T[A]> : never };
