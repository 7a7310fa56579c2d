'use strict';
// Preloaded into a server: lists the files of all modules, required or imported, into a file when asked by a signal.
const { writeFileSync, renameSync } = require('node:fs');
const { registerHooks } = require('node:module');
const { fileURLToPath } = require('node:url');

const loaded = new Set();
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:')) loaded.add(fileURLToPath(url));
    return nextLoad(url, context);
  },
});

process.on('SIGUSR2', () => {
  const file = process.env.LOADED_MODULES_FILE;
  writeFileSync(`${file}.new`, JSON.stringify([...loaded]));
  renameSync(`${file}.new`, file);
});
