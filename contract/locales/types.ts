/** The texts of one area in another language: every key of zh-CN, nothing else. */
export type Texts<T extends object> = { readonly [K in keyof T]: string };
/** All areas of one part in another language. */
export type AreaTexts<T extends object> = { readonly [A in keyof T]: T[A] extends object ? Texts<T[A]> : never };
