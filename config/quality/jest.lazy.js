/**
 * Makes the index files of the component library and of the icons load each module at its first use. Every test file loads its modules
 * again, and loading hundreds of unused modules took most of a file's run time.
 */
module.exports = {
  process: (source) => ({
    code: source.replace(
      /^var (_\w+) = _interopRequireDefault\(require\("([^"]+)"\)\);$/gm,
      'var $1 = { get default() { return _interopRequireDefault(require("$2")).default; } };',
    ),
  }),
};
