/** Stands for words of pro-components that no part of the console shows. */
module.exports = {};
