/** Lua scripts for Redis and Valkey. Each performs one operation of the store atomically on one key. */
import { hash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import { TURN_TOLERANCE } from './store.js';

export type RedisClient = Redis | Cluster;

/** `clock` is the server's time and measures leases; timestamps of entries use `now`. Both in milliseconds. */
const CLOCK = `
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local function exact(number) return string.format('%.17g', number) end
`;

/**
 * A lease is not valid before its start, so that a clock that was set back cannot extend it. It stays in the hash until
 * it is ended, even after it has expired: no other process has taken it.
 */
const LEASE_LEFT = `
local function lease_left(from, till)
  from, till = tonumber(from), tonumber(till)
  if not from or not till or clock < from then return 0 end
  return math.max(0, till - clock)
end
`;

/**
 * Cached values can always be fetched again: unreadable values count as missing, and a value of another type is
 * deleted.
 */
const KNOWN = `
local function known_of(...)
  local known = redis.pcall(...)
  if type(known) ~= 'table' or not known.err then return known end
  if not string.find(known.err, 'WRONGTYPE', 1, true) then error(known) end
  redis.call('DEL', KEYS[1])
  return false
end
`;

/**
 * Applies the same rule as `roleOf` in `store.ts`. A fence is the lease's time in microseconds, or one more than the
 * previous fence, so it does not go back if the server loses its data.
 */
export const ACQUIRE = `${CLOCK}${LEASE_LEFT}${KNOWN}
local mode, lease_ms, life = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[4])
local now = ARGV[3] == '' and clock or tonumber(ARGV[3])
local known = known_of('HMGET', KEYS[1], 'fence', 'from', 'until', 'refresh', 'facts', 'body') or {}
local refresh, facts, body = tonumber(known[4]), known[5] or false, known[6] or false
local left = lease_left(known[2], known[3])
if mode == 'when-due' and refresh and now < refresh then
  return { exact(now), 'reader', '0', facts, body }
end
if left > 0 then
  return { exact(now), 'follower', known[1], facts, body, exact(left) }
end
local fence = math.max(time[1] * 1000000 + time[2], (tonumber(known[1]) or 0) + 1)
redis.call('HSET', KEYS[1], 'fence', exact(fence), 'from', exact(clock), 'until', exact(clock + lease_ms))
if redis.call('PTTL', KEYS[1]) < life then redis.call('PEXPIRE', KEYS[1], ARGV[4]) end
return { exact(now), 'leader', exact(fence), facts, body }
`;

/**
 * Commits only under the last fence and before that lease has been ended. A put sends a new body with `replace`, leaves
 * the stored one with `keep`, and deletes it with `drop`.
 */
export const COMMIT = `
local fence, kind = ARGV[1], ARGV[2]
local known = redis.call('HMGET', KEYS[1], 'fence', 'until')
if known[1] ~= fence or not known[2] then return 0 end
redis.call('HDEL', KEYS[1], 'from', 'until')
if kind == 'put' then
  redis.call('HSET', KEYS[1], 'facts', ARGV[3], 'refresh', ARGV[4])
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
  if ARGV[6] == 'replace' then redis.call('HSET', KEYS[1], 'body', ARGV[7]) end
  if ARGV[6] == 'drop' then redis.call('HDEL', KEYS[1], 'body') end
elseif kind == 'remove' then
  redis.call('HDEL', KEYS[1], 'facts', 'refresh', 'body')
end
return 1
`;

/** The fence remains, so that none is reused. */
export const REMOVE = `${KNOWN}
known_of('HDEL', KEYS[1], 'from', 'until', 'facts', 'refresh', 'body')
return 1
`;

export const HAS_LEADER = `${CLOCK}${LEASE_LEFT}
local known = redis.call('HMGET', KEYS[1], 'from', 'until')
return lease_left(known[1], known[2]) > 0 and 1 or 0
`;

/**
 * Applies the same rule as `turnAfter` in `store.ts`. Returns the wait until the turn, because the caller's clock may
 * differ from the server's.
 */
export const TAKE_TURN = `${CLOCK}${KNOWN}
local now = ARGV[1] == '' and clock or tonumber(ARGV[1])
local interval, life = tonumber(ARGV[2]), tonumber(ARGV[3])
local known = known_of('HMGET', KEYS[1], 'at', 'taken') or {}
local last, taken = tonumber(known[1]), tonumber(known[2])
local turn = now
if last and taken then
  turn = math.max(now, last - math.max(0, taken - ${TURN_TOLERANCE} - now) + interval)
end
redis.call('HSET', KEYS[1], 'at', exact(turn), 'taken', exact(now))
redis.call('PEXPIRE', KEYS[1], exact(math.ceil(turn - now) + life))
return exact(turn - now)
`;

/** Appends a removed key to the stream of removals, which holds about the last 10,000. */
export const RECORD_REMOVED = `
redis.call('XADD', KEYS[1], 'MAXLEN', '~', 10000, '*', 'key', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`;

type Arguments = readonly (string | number | Buffer)[];

/** Runs a script on its key. Returned strings are Buffers. */
export function runScript(
  client: RedisClient,
  lua: string,
  key: string,
  args: Arguments,
): Promise<unknown> {
  // Named by its hash, because other versions of this package may share the client.
  const name = `repkit:${hash('sha1', lua)}`;
  if (!(name in client)) client.defineCommand(name, { numberOfKeys: 1, lua });
  const commands = client as unknown as Record<string, (...args: Arguments) => Promise<unknown>>;
  return commands[`${name}Buffer`](key, ...args);
}
