import { maskedCopy } from './mask';

/** A page with data that must be masked, and console texts that stay readable. */
const PAGE = `
  <header><button aria-haspopup="menu">林主账号</button></header>
  <nav><a href="/teamList">Stations</a></nav>
  <main>
    <h1>Station list 42</h1>
    <h2 data-personal>Ann Secret</h2><h2>Rules <b data-personal>Ann</b></h2>
    <label>Name <input name="who" value="Ann Secret" placeholder="Ann"></label>
    <input type="radio" name="choice" checked><textarea>call 13812345678</textarea>
    <table><thead><tr><th>Phone</th></tr></thead>
      <tbody><tr><td>13812345678</td><td><button>Ann Secret</button></td></tr></tbody></table>
    <ul><li><a href="/x">Ann Secret</a></li></ul>
    <p>Balance ¥1,280.00 of Ann Secret</p>
    <dl><dt>Owner</dt><dd>Ann Secret</dd></dl>
    <img src="/api/files/7?e=1&s=abc" alt="face"><canvas width="10" height="10"></canvas>
    <svg role="img" aria-label="QR code"><path d="M0 0h1v1h-1z"></path></svg>
    <div class="leaflet-pane"><svg aria-hidden="true"><path d="M2 2h1"></path></svg></div>
    <button><svg aria-hidden="true"><path d="M9 9h1"></path></svg></button>
    <div role="dialog"><h2>Ann Secret</h2></div>
    <div role="status">Saved for Ann Secret</div>
    <div data-unpictured><p>the report itself</p></div>
    <div style="background-image: url('data:image/svg+xml,Ann')"></div><span data-initial="A"></span>
    <script>var token = 'secret'</script>
  </main>`;

function page(): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = PAGE;
  document.body.replaceChildren(root);
  return root;
}

test('the copy contains no readable personal data: no text, figures, input or pictures', () => {
  const copy = maskedCopy(page());
  expect(copy.textContent).not.toMatch(/Ann|Secret|138|1,280|林|¥|report itself|token/);
  expect(copy.textContent).not.toMatch(/\d/);
  expect(copy.querySelectorAll('img, canvas, script, [data-initial]')).toHaveLength(0);
  expect(copy.innerHTML).not.toMatch(/svg\+xml/);
  for (const field of copy.querySelectorAll<HTMLInputElement>('input, textarea')) {
    expect(field.getAttribute('value')).toBeNull();
    if (field.type !== 'radio') expect(field.value).toBe('');
    expect(field.name).toBe('');
  }
});

test('the copy keeps the menu, headings, labels and column heads', () => {
  const copy = maskedCopy(page());
  expect(copy.textContent).toMatch(/Stations/);
  expect(copy.querySelector('h1')?.textContent).toBe('Station list ▇▇');
  expect(copy.querySelector('th')?.textContent).toBe('Phone');
  expect(copy.querySelector('dt')?.textContent).toBe('Owner');
});

test('vector pictures such as the QR code of a second factor and maps are replaced, icons stay', () => {
  const paths = [...maskedCopy(page()).querySelectorAll('path')].map((path) => path.getAttribute('d'));
  expect(paths).toEqual(['M9 9h1']);
});

test('the page itself is unchanged: texts, inputs, selected radio buttons', () => {
  const root = page();
  const before = root.innerHTML;
  document.body.append(maskedCopy(root));
  expect(root.innerHTML).toBe(before);
  expect(root.querySelector<HTMLInputElement>('input[type=radio]')?.checked).toBe(true);
  expect(root.querySelector('input')?.value).toBe('Ann Secret');
});
