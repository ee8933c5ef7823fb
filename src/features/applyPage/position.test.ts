import { emptyField, FIRST_PAGE } from '@contract/franchisePage.content';
import { pageView } from '@contract/franchisePage.view';
import { screen } from '@testing-library/react';
import { readAnswers } from './answers';
import { draw } from './draw';
import { offerPosition } from './position';

const FIELDS = [...FIRST_PAGE.fields, emptyField('shop', 'address')];
const WORDS: Readonly<Record<string, string>> = {
  usePosition: 'Use my position',
  removePosition: 'Remove position',
  position: 'Position added: {point}',
  positionWait: 'Finding',
  positionRefused: 'Refused by the browser',
  positionUnavailable: 'Not available',
};
const say = (word: string) => WORDS[word] ?? word;

type Asked = Parameters<Geolocation['getCurrentPosition']>;
/** Replaces the browser's geolocation for one test. @returns the recorded calls in order */
function stubPosition(isSecure = true): Asked[] {
  const asked: Asked[] = [];
  const geolocation = { getCurrentPosition: (...call: Asked) => void asked.push(call) };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  Object.defineProperty(window, 'isSecureContext', { value: isSecure, configurable: true });
  return asked;
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation');
  Reflect.deleteProperty(window, 'isSecureContext');
});

function open() {
  const view = { content: { ...FIRST_PAGE, fields: FIELDS }, locale: 'en-US', say, imageOf: () => undefined } as const;
  document.body.replaceChildren(draw(pageView({ ...view, provinces: [] })));
  const stop = offerPosition(document, FIELDS, say);
  const button = document.querySelector<HTMLButtonElement>('[data-position]') as HTMLButtonElement;
  const status = document.querySelector('[data-position-status]') as HTMLElement;
  const answer = () => readAnswers(document, FIELDS).shop;
  return { stop, button, status, answer };
}

test('an allowed position becomes the point of the address, and can be removed', () => {
  const asked = stubPosition();
  const { button, status, answer } = open();
  expect(button).toBeVisible();
  expect(asked).toHaveLength(0);
  button.click();
  expect([button.disabled, status.textContent]).toEqual([true, 'Finding']);
  // Outside China, WGS-84 and GCJ-02 coordinates are equal.
  asked[0]?.[0]({ coords: { longitude: -46.633309, latitude: -23.55052 } } as GeolocationPosition);
  expect(status).toHaveTextContent('Position added: -46.633309,-23.55052');
  expect([button.disabled, answer()]).toEqual([false, '||-46.633309,-23.55052']);
  screen.getByRole('button', { name: 'Remove position' }).click();
  expect([status.textContent, answer()]).toEqual(['', '|']);
  expect(button).toHaveFocus();
});

for (const [what, code, message] of [
  ['a refusal', 1, 'Refused by the browser'],
  ['a device that knows no position', 2, 'Not available'],
  ['a device that takes too long', 3, 'Not available'],
] as const) {
  test(`${what} shows a message, adds no point, and the button works again`, () => {
    const asked = stubPosition();
    const { button, status, answer } = open();
    button.click();
    asked[0]?.[1]?.({ code } as GeolocationPositionError);
    expect(status).toHaveTextContent(message);
    expect([button.disabled, answer()]).toEqual([false, '|']);
    button.click();
    expect(asked).toHaveLength(2);
  });
}

test('a browser without positions, or a page without HTTPS, shows no button', () => {
  expect(open().button).not.toBeVisible();
  stubPosition(false);
  expect(open().button).not.toBeVisible();
});

test('after the page ends, the button no longer requests the position', () => {
  const asked = stubPosition();
  const { button, stop } = open();
  stop();
  button.click();
  expect(asked).toHaveLength(0);
});
