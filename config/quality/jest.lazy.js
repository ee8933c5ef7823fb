/**
 * The lists of all parts of the component library and of all icons. Each part is loaded at its first use: every test file loads
 * its modules again, and the hundreds that no page uses took most of its time.
 */
module.exports = {
  process: (source) => ({
    code: source.replace(
      /^var (_\w+) = _interopRequireDefault\(require\("([^"]+)"\)\);$/gm,
      'var $1 = { get default() { return _interopRequireDefault(require("$2")).default; } };',
    ),
  }),
};
