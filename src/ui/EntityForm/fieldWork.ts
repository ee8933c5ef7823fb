import { createContext } from 'react';

/** Begins work that changes a field's value when it ends, for example an upload. @returns a function that ends the work */
type BeginWork = () => () => void;

/** The form refuses to submit while a control inside this context has unfinished work. */
export const FieldWork = createContext<BeginWork | null>(null);
