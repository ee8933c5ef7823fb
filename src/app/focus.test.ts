import { watchFocus } from './focus';

/** Waits until the observer and the timers have run after the removal of an element. */
const settle = () => new Promise((done) => setTimeout(done));
const get = <T extends HTMLElement>(css: string) => document.querySelector<T>(css) as T;
const open = (html: string) => {
  document.body.insertAdjacentHTML('beforeend', html);
  get('[role=dialog]:last-of-type button').focus();
};

/** A list of three records. Each record has a link and a button. */
const list = [1, 2, 3]
  .map(
    (id) =>
      `<tr data-row="${id}"><td><a href="?open=${id}">R${id}</a></td><td><button id="p${id}">P</button></td></tr>`,
  )
  .join('');

let end = () => {};
beforeEach(() => {
  window.history.replaceState(null, '', '/stations');
  document.body.innerHTML = `<header><button id="menu">Menu</button></header>
    <main><h1>Stations</h1><span><button id="new">New</button></span><table><tbody>${list}</tbody></table></main>`;
  end = watchFocus();
});
afterEach(() => end());

async function removed(...all: readonly string[]) {
  for (const css of all) get(css).remove();
  await settle();
  return document.activeElement;
}

test('an overlay that closes returns the focus to its opener, in the page and in the frame', async () => {
  for (const opener of ['#new', '#menu', '[href="?open=2"]']) {
    get(opener).focus();
    open('<div role="dialog"><button>Save</button></div>');
    expect(await removed('[role=dialog]')).toBe(get(opener));
  }
});

test('a press on the backdrop, which takes the focus first, changes nothing', async () => {
  get('#new').focus();
  open('<div role="dialog"><button>Save</button></div>');
  get('[role=dialog] button').blur();
  await settle();
  expect(await removed('[role=dialog]')).toBe(get('#new'));
});

test('a dialog over a drawer returns the focus to the drawer, and the drawer to the page, whatever had the focus in between', async () => {
  get('[href="?open=1"]').focus();
  open('<div role="dialog" id="drawer"><p><button id="pause">Pause</button></p><button id="tab">Tab</button></div>');
  for (const at of [...Array(20).keys()]) get(at % 2 ? '#pause' : '#tab').focus();
  open('<div role="dialog" id="dialog"><button>Confirm</button></div>');
  expect(await removed('#dialog')).toBe(get('#pause'));
  get('#pause').outerHTML = '<button id="resume">Resume</button>';
  await settle();
  expect(get('#resume')).toHaveFocus();
  expect(await removed('#drawer')).toBe(get('[href="?open=1"]'));
});

test('the focus goes to the same control of a redrawn row, else to the next row, else to the previous row', async () => {
  get('#p2').focus();
  get('#p2').outerHTML = '<button id="r2">R</button>';
  await settle();
  expect(get('#r2')).toHaveFocus();
  expect(await removed('[data-row="2"]')).toBe(get('[href="?open=3"]'));
  expect(await removed('[data-row="3"]')).toBe(get('[href="?open=1"]'));
  expect(await removed('[data-row="1"]')).toBe(get('h1'));
});

test('when all rows are replaced, the row is found by its record id', async () => {
  get('#p2').focus();
  open('<div role="dialog"><button>Save</button></div>');
  const body = get('tbody');
  body.outerHTML = `<tbody>${list.replaceAll('P', 'Again ')}</tbody>`;
  expect(await removed('[role=dialog]')).toBe(get('[href="?open=2"]'));
});

test('a drawer without a known opener keeps the focus of the overlays over it', async () => {
  open('<div role="dialog" id="drawer"><button id="pause">Pause</button></div>');
  end();
  open('<div role="dialog" id="dialog"><button>Confirm</button></div>');
  end = watchFocus();
  expect(await removed('#dialog')).toBe(get('#pause'));
});

test('a drawer that nothing on the page opened returns the focus to the row of its record, else to the first row', async () => {
  window.history.replaceState(null, '', '/stations?open=3');
  open('<div role="dialog"><button>Save</button></div>');
  expect(await removed('[role=dialog]')).toBe(get('[href="?open=3"]'));
  (document.activeElement as HTMLElement).blur();
  end();
  end = watchFocus();
  window.history.replaceState(null, '', '/stations?open=9');
  open('<div role="dialog"><button>Save</button></div>');
  expect(await removed('[role=dialog]')).toBe(get('[href="?open=1"]'));
});

test('a drawer opened from a palette without an opener returns the focus to the row of its record', async () => {
  open('<div role="dialog" id="palette"><button>Find</button></div>');
  expect(await removed('#palette')).toBe(get('[href="?open=1"]'));
  window.history.replaceState(null, '', '/stations?open=3');
  open('<div role="dialog" id="drawer"><button>Pause</button></div>');
  expect(await removed('#drawer')).toBe(get('[href="?open=3"]'));
});

test('a drawer that pulls the focus back from a dialog over it does not become the place to return to', async () => {
  open('<div role="dialog" id="drawer"><button id="close">Close</button><button id="pause">Pause</button></div>');
  get('#pause').focus();
  open('<div role="dialog" id="dialog"><button id="yes">Confirm</button></div>');
  get('#close').focus();
  get('#yes').focus();
  expect(await removed('#dialog')).toBe(get('#pause'));
});

test('an opener that is disabled during its call gets the focus afterwards; if it stays disabled, another element gets it', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  for (const ends of [true, false]) {
    get('#new').insertAdjacentHTML('afterend', '<button id="other">Other</button>');
    const opener = get<HTMLButtonElement>('#new');
    opener.focus();
    open('<div role="dialog"><button>Verify</button></div>');
    opener.disabled = true;
    get('[role=dialog]').remove();
    await Promise.resolve();
    expect(document.body).toHaveFocus();
    if (ends) opener.disabled = false;
    else jest.advanceTimersByTime(2_000);
    await Promise.resolve();
    expect(ends ? opener : get('#other')).toHaveFocus();
  }
  jest.useRealTimers();
});

test('a Retry button that is removed gives the focus to the nearest element around it that remains, in the page and in an overlay', async () => {
  const failed = '<p role="alert">The data could not be loaded <button data-retry>Retry</button></p>';
  get('span').insertAdjacentHTML('afterend', `<section>${failed}<button>Next</button></section>`);
  get('[data-retry]').focus();
  expect(await removed('section p')).toBe(get('section'));
  open(`<div role="dialog"><button>Close</button><div id="body"><div id="note">${failed}</div></div></div>`);
  get('[data-retry]').focus();
  expect(await removed('#note')).toBe(get('#body'));
});

test('a Retry button that is removed with its whole overlay returns the focus to the opener', async () => {
  get('#new').focus();
  open('<div role="dialog"><p><button data-retry>Retry</button></p></div>');
  expect(await removed('[role=dialog]')).toBe(get('#new'));
});

test('when the opener in a selection bar is removed, the element focused before it gets the focus', async () => {
  get('#p1').focus();
  get('main').insertAdjacentHTML('beforeend', '<section><button id="bulk">Pause 2</button></section>');
  get('#bulk').focus();
  open('<div role="dialog"><button>Save</button></div>');
  expect(await removed('section', '[role=dialog]')).toBe(get('#p1'));
});

test('the focus is left alone after a press on an empty part of the page, a focus elsewhere or a navigation', async () => {
  get('#p2').focus();
  get('#p2').blur();
  await settle();
  expect(await removed('[data-row="2"]')).toBe(document.body);
  get('#p1').focus();
  window.history.pushState(null, '', '/bills');
  expect(await removed('[data-row="1"]')).toBe(document.body);
  get('#menu').focus();
  expect(await removed('[data-row="3"]')).toBe(get('#menu'));
});
