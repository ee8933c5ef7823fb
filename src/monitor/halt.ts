/** Runs a `debugger` statement, which halts only while developer tools are open. A strict content security policy allows it: no `eval`. */
export function halt(): void {
  // biome-ignore lint/suspicious/noDebugger: SPEC §5 measures it
  debugger;
}
