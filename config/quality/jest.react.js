/*
 * React lets a placeholder stand for 300 ms before what it stands for may take its place, and each test that opened a page waited for
 * that. React takes the timer for it when it is loaded; its scheduler takes it too, and never waits.
 */

// The scheduler would keep a MessageChannel open, and the channel the test process: timers serve as well.
Reflect.deleteProperty(globalThis, 'MessageChannel');
const { setTimeout } = globalThis;
globalThis.setTimeout = (run) => setTimeout(run, 0);
require('react-dom/client');
globalThis.setTimeout = setTimeout;
