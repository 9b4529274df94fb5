/** Loaded into the service before it starts: its clock goes ahead by the milliseconds that the test sends. */
const { now } = Date;
let ahead = 0;
Date.now = () => now() + ahead;

process.on('message', (ms) => {
  ahead += Number(ms);
  process.send?.(ahead);
});
// To be told the time is no reason to go on.
process.channel?.unref();
