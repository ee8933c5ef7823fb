/** Styles of the public application page and of the builder's preview. They use one column for phones and break long words. */
export const PAGE_STYLE = `
:root, .root { color-scheme: light dark; --ink: #1f1f1f; --soft: #595959; --line: #d9d9d9; --ground: #ffffff; --quiet: #f5f5f5;
  --field: #767676; --bad: #b42318; --accent: #ffd100; --link: #0050b3; }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f0f0; --soft: #b8b8b8; --line: #424242; --ground: #141414; --quiet: #1f1f1f;
  --field: #8c8c8c; --bad: #ff9c8f; --link: #8cc4ff; } }
/* The builder's preview is always light. */
.root { color-scheme: light; }
* { box-sizing: border-box; }
body, .root { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif;
  overflow-wrap: anywhere; }
.page, .top { max-width: 640px; margin: 0 auto; padding: 0 16px; }
.page { padding-bottom: 48px; }
.top { display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between; padding-top: 12px; font-size: 14px; }
.top nav { display: flex; flex-wrap: wrap; gap: 0 12px; }
.top a { display: inline-block; padding: 4px 0; }
a { color: var(--link); }
h1 { font-size: 28px; line-height: 1.25; margin: 16px 0 8px; }
h2 { font-size: 20px; line-height: 1.35; margin: 0 0 12px; }
h3 { font-size: 16px; margin: 0 0 4px; }
p { margin: 0 0 8px; }
img { display: block; max-width: 100%; height: auto; border-radius: 8px; }
table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
td, th { border: 1px solid var(--line); padding: 6px 10px; text-align: start; }
.block { margin: 0 0 32px; }
.words { color: var(--soft); white-space: pre-line; }
.item { margin: 0 0 12px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; }
.item p { color: var(--soft); margin: 0; white-space: pre-line; }
.item img { margin-bottom: 8px; }
summary { cursor: pointer; padding: 4px 0; }
form { padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--quiet); }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
.field { margin: 0 0 16px; }
label, legend { display: block; padding: 0; margin: 0 0 4px; font-weight: 600; }
.required { color: var(--bad); margin-inline-start: 4px; }
.optional { color: var(--soft); font-weight: 400; font-size: 14px; margin-inline-start: 8px; }
.help, .note { color: var(--soft); font-size: 14px; margin: 0 0 4px; }
input[type="text"], input[type="tel"], input[type="email"], input[type="date"], select, textarea { width: 100%; min-height: 44px;
  padding: 9px 12px; border: 1px solid var(--field); border-radius: 6px; background: var(--ground); color: inherit; font: inherit; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
[aria-invalid="true"] { border-color: var(--bad) !important; }
.choices { display: grid; gap: 4px; }
.choice { display: flex; gap: 10px; align-items: flex-start; font-weight: 400; min-height: 32px; padding: 4px 0; margin: 0; }
.choice input { width: 20px; height: 20px; margin: 2px 0 0; flex: none; }
.places { display: grid; gap: 8px; }
ul.links { list-style: none; margin: 0; padding: 0; }
.links a { display: inline-block; padding: 4px 0; }
.files { list-style: none; margin: 0 0 8px; padding: 0; display: grid; gap: 8px; }
.files:empty { display: none; }
.files li { display: flex; gap: 10px; align-items: center; padding: 8px; border: 1px solid var(--line); border-radius: 6px;
  background: var(--ground); }
.files img { width: 48px; height: 48px; object-fit: cover; border-radius: 4px; flex: none; }
.files span { flex: 1; min-width: 0; }
.files progress { width: 96px; flex: none; }
.add { display: inline-flex; align-items: center; margin: 0; font-weight: 400; cursor: pointer; position: relative; }
.add:focus-within { outline: 2px solid var(--link); outline-offset: 2px; }
.add.full { opacity: .6; cursor: default; }
.covered { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.row { display: flex; gap: 8px; align-items: stretch; }
.row input { flex: 1; min-width: 0; }
.position { align-items: center; flex-wrap: wrap; }
.picture { padding: 0; border: 1px solid var(--field); border-radius: 6px; background: #ffffff; cursor: pointer; flex: none; width: 122px; height: 44px; }
.picture img { border-radius: 5px; }
button { font: inherit; cursor: pointer; }
.second { border: 1px solid var(--field); border-radius: 6px; background: var(--ground); color: inherit; padding: 0 14px; min-height: 44px; }
.main { width: 100%; min-height: 48px; border: 0; border-radius: 6px; background: var(--accent); color: #1f1f1f; font-weight: 600; padding: 8px 16px; }
button:disabled { opacity: .6; cursor: default; }
.error, .problem { color: var(--bad); font-size: 14px; margin: 4px 0 0; }
.error:empty, .problem:empty { display: none; }
.problem { margin: 0 0 12px; }
/* The class is not called "steps", because the block kind "steps" is already a class. */
.progress { list-style: none; margin: 0 0 12px; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 8px; font-size: 14px; color: var(--soft); }
.progress li:not(:last-child)::after { content: "→"; content: "→" / ""; margin-inline-start: 8px; }
.progress [aria-current] { font-weight: 600; color: var(--ink); text-decoration: underline 2px var(--accent); text-underline-offset: 4px; }
.done { padding: 24px 16px; border: 1px solid var(--line); border-radius: 8px; }
details { margin: 0 0 12px; }
[hidden] { display: none !important; }
`;
