/** Loaded before a process: its clock is off by this much, as that of a machine may be. */
const skewMs = Number(process.env.CLOCK_SKEW_MS);

globalThis.Date = new Proxy(Date, {
  construct: (date, given, made) => Reflect.construct(date, given.length > 0 ? given : [date.now() + skewMs], made),
  apply: (date) => new date(date.now() + skewMs).toString(),
  get: (date, name) => (name === 'now' ? () => date.now() + skewMs : Reflect.get(date, name)),
});
