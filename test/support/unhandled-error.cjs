'use strict';
// Preloaded into a server: on SIGUSR2 an error that nobody handles, or a rejection if UNHANDLED says so. It carries a
// command, as those of clients of Redis do.
process.on('SIGUSR2', () => {
  const error = Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['secret of a command'] } });
  if (process.env['UNHANDLED'] === 'rejection') void Promise.reject(error);
  else throw error;
});
