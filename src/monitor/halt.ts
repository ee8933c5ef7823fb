/** Runs a statement that only developer tools halt. It evaluates no text, so a strict content security policy allows it. */
export function halt(): void {
  // biome-ignore lint/suspicious/noDebugger: SPEC §5 measures it
  debugger;
}
