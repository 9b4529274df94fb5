/** Preloaded into the service: advances its clock by the milliseconds that the test sends. */
const { now } = Date;
let ahead = 0;
Date.now = () => now() + ahead;

process.on('message', (ms) => {
  ahead += Number(ms);
  process.send?.(ahead);
});
// A service ends with the tests that started it.
process.on('disconnect', () => process.exit());
