/** Preloaded into the service: SIGUSR2 sets its clock back by 30 days, and the next one sets it right again. */
const BACK_MS = 30 * 24 * 60 * 60 * 1000;
const RealDate = Date;
let shiftMs = 0;

const now = (): number => RealDate.now() - shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

process.on('SIGUSR2', () => {
  shiftMs = BACK_MS - shiftMs;
});
