/** What Redis and Valkey do for the store in one step each: scripts on one key, and how they are run. */
import { hash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';

export type RedisClient = Redis | Cluster;

interface Script {
  readonly lua: string;
  readonly sha1: string;
}

/** `clock` is the server's time, which measures leases; times of entries go by `now`. Both in milliseconds. */
const CLOCK = `
local time = redis.call('TIME')
local clock = time[1] * 1000 + math.floor(time[2] / 1000)
local function exact(number) return string.format('%.17g', number) end
`;

/**
 * A lease does not hold before its own beginning: a clock that was set back must not make it last for longer.
 * It is in the hash until it is ended, even where it has lapsed: nobody has led since.
 */
const LEASE_LEFT = `
local function lease_left(from, till)
  from, till = tonumber(from), tonumber(till)
  if not from or not till or clock < from then return 0 end
  return math.max(0, till - clock)
end
`;

/**
 * What is kept under a key can always be fetched again: what is not as we write it counts as missing, and a value of
 * another type makes room.
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
 * The same rule as `roleOf` in `store.ts`. A fence is the time of its lease in microseconds, or one more than the fence before: it does not go
 * back where the server has lost what it knew.
 */
export const ACQUIRE: Script = script(`${CLOCK}${LEASE_LEFT}${KNOWN}
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
`);

/**
 * Only under the last fence, and as long as that lease has not been ended. With `replace` a put sends the body, with `keep`
 * the one that is stored stays, and with `drop` there is none.
 */
export const COMMIT: Script = script(`
local fence, kind, channel = ARGV[1], ARGV[2], ARGV[3]
local known = redis.call('HMGET', KEYS[1], 'fence', 'until')
if known[1] ~= fence or not known[2] then return 0 end
redis.call('HDEL', KEYS[1], 'from', 'until')
if kind == 'put' then
  redis.call('HSET', KEYS[1], 'facts', ARGV[4], 'refresh', ARGV[5])
  redis.call('PEXPIRE', KEYS[1], ARGV[6])
  if ARGV[7] == 'replace' then redis.call('HSET', KEYS[1], 'body', ARGV[8]) end
  if ARGV[7] == 'drop' then redis.call('HDEL', KEYS[1], 'body') end
elseif kind == 'remove' then
  redis.call('HDEL', KEYS[1], 'facts', 'refresh', 'body')
end
redis.call('PUBLISH', channel, '')
return 1
`);

/** The fence stays, so that none is given twice. `channel` is that of the key, `all` that of the removals of all keys. */
export const REMOVE: Script = script(`${KNOWN}
local channel, all, key = ARGV[1], ARGV[2], ARGV[3]
known_of('HDEL', KEYS[1], 'from', 'until', 'facts', 'refresh', 'body')
redis.call('PUBLISH', channel, '')
redis.call('PUBLISH', all, key)
return 1
`);

export const IS_LED: Script = script(`${CLOCK}${LEASE_LEFT}
local known = redis.call('HMGET', KEYS[1], 'from', 'until')
return lease_left(known[1], known[2]) > 0 and 1 or 0
`);

/** How long the caller waits for its turn: thus its own clock may differ from the server's. */
export const TAKE_TURN: Script = script(`${CLOCK}${KNOWN}
local now = ARGV[1] == '' and clock or tonumber(ARGV[1])
local interval, life = tonumber(ARGV[2]), tonumber(ARGV[3])
local last = tonumber(known_of('GET', KEYS[1]))
local turn = last and math.max(now, last + interval) or now
redis.call('SET', KEYS[1], exact(turn), 'PX', exact(math.ceil(turn - now) + life))
return exact(turn - now)
`);

/** Runs a script on its key. Strings in the answer are Buffers. */
export async function runScript(
  client: RedisClient,
  { lua, sha1 }: Script,
  key: string,
  args: readonly (string | number | Buffer)[],
): Promise<unknown> {
  try {
    return await client.callBuffer('evalsha', sha1, 1, key, ...args);
  } catch (error) {
    // The server was started anew, or has never seen it.
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return await client.callBuffer('eval', lua, 1, key, ...args);
  }
}

function script(lua: string): Script {
  return { lua, sha1: hash('sha1', lua) };
}
