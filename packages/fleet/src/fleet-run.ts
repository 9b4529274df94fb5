/**
 * The state of a run in Redis, apart from its queue.
 *
 * The URLs are divided into pieces of some thousands, numbered from 0. A piece is stored under its own key from its
 * submission until it is done, and one bit per piece records whether it is done. A job is one piece of whole origins, or all
 * pieces of an origin that is larger than a piece, so BullMQ's lock on a job also keeps each origin on one worker. All
 * operations are idempotent: a piece that is done is not stored again, and none is counted twice.
 *
 * A crash of Redis may lose its last second. Submitting again then restores the missing data, because after each command a URL
 * is in a piece that is done, or in a piece with a queued job, or its submission has not ended.
 */
import { InputError } from '@repkit/bulk';
import type { Redis } from 'ioredis';
import { retryWhileDown } from './redis.js';

/** Two submissions with the same identity belong to the same run. */
export interface RunIdentity {
  /** SHA-256 of the decompressed rows. */
  readonly digest: string;
  readonly bytes: number;
  readonly pieceUrls: number;
  readonly policy: string;
  readonly dialect: string;
  readonly productTokens: readonly string[];
}

export interface RunRecord extends RunIdentity {
  readonly urls: number;
  /** Number of pieces; undefined until all have been submitted. */
  readonly pieces: number | undefined;
  readonly submittedPieces: number;
  readonly donePieces: number;
  readonly doneUrls: number;
}

export interface WorkerFigures {
  /** Host and process. */
  readonly name: string;
  readonly urls: number;
  readonly urlsPerSecond: number;
}

export interface StoredPiece {
  readonly index: number;
  readonly compressed: Buffer;
}

export type PieceState =
  | { readonly kind: 'done' }
  | { readonly kind: 'open'; readonly compressed: Buffer }
  | { readonly kind: 'lost' };

/** A worker whose last heartbeat is older than this is considered dead. */
const ALIVE_MS = 15_000;

/** KEYS: done, piece. ARGV: index, bytes. */
const PUT = `
if redis.call('GETBIT', KEYS[1], ARGV[1]) == 1 then return redis.call('DEL', KEYS[2]) end
return redis.call('SET', KEYS[2], ARGV[2])`;

/** KEYS: done, piece, run. ARGV: index, URLs. */
const DONE = `
redis.call('DEL', KEYS[2])
if redis.call('SETBIT', KEYS[1], ARGV[1], 1) == 1 then return 0 end
redis.call('HINCRBY', KEYS[3], 'doneUrls', ARGV[2])
return redis.call('HINCRBY', KEYS[3], 'donePieces', 1)`;

/** KEYS: done, run. ARGV: number of done URLs, indexes. */
const REOPEN = `
for at = 2, #ARGV do
  if redis.call('SETBIT', KEYS[1], ARGV[at], 0) == 1 then redis.call('HINCRBY', KEYS[2], 'donePieces', -1) end
end
return redis.call('HSET', KEYS[2], 'doneUrls', ARGV[1])`;

/** KEYS: workers. ARGV: worker, figures. Uses the clock of the server, because those of the workers may differ. */
const HEARTBEAT = `return redis.call('HSET', KEYS[1], ARGV[1], redis.call('TIME')[1] .. ' ' .. ARGV[2])`;

/** Bounds the time that one script blocks Redis. */
const REOPEN_BATCH = 1000;

export class FleetRun {
  readonly redis: Redis;
  /** Prefix of all keys, including those of the queue. The braces keep them on one node of a cluster. */
  readonly prefix: string;

  readonly #name: string;

  constructor(redis: Redis, name: string) {
    this.redis = redis;
    this.#name = name;
    this.prefix = `repkit:{fleet:${name}}`;
  }

  /** Returns undefined if no run with this name was submitted. */
  async read(): Promise<RunRecord | undefined> {
    const fields = await retryWhileDown(() => this.redis.hgetall(this.#key('run')));
    if (fields.identity === undefined) return undefined;
    const { pieces } = fields;
    return {
      ...(JSON.parse(fields.identity) as RunIdentity),
      urls: Number(fields.urls ?? 0),
      pieces: pieces === undefined ? undefined : Number(pieces),
      submittedPieces: Number(fields.submittedPieces ?? 0),
      donePieces: Number(fields.donePieces ?? 0),
      doneUrls: Number(fields.doneUrls ?? 0),
    };
  }

  /** Throws an InputError if no run with this name was submitted. */
  async readExisting(): Promise<RunRecord> {
    const record = await this.read();
    if (record !== undefined) return record;
    throw new InputError(`There is no run "${this.#name}". Check --name, or submit it first.`);
  }

  /** Starts or continues a run. Throws an InputError if another run has this name. */
  async begin(identity: RunIdentity, urls: number): Promise<void> {
    const own = JSON.stringify(identity);
    const key = this.#key('run');
    const stored = await retryWhileDown(async () => {
      await this.redis.hsetnx(key, 'identity', own);
      return await this.redis.hget(key, 'identity');
    });
    if (stored !== own) {
      throw new InputError(
        'A run with this name has other URLs or options. Choose another --name, or repeat the original URLs and options.',
      );
    }
    await retryWhileDown(() => this.redis.hset(key, 'urls', urls));
  }

  /** Stores pieces that are not done. Their jobs must be added later. */
  async storePieces(pieces: readonly StoredPiece[]): Promise<void> {
    await retryWhileDown(async () => {
      const puts = pieces.map(({ index, compressed }) =>
        this.redis.eval(PUT, 2, this.#key('done'), this.#pieceKey(index), index, compressed),
      );
      await Promise.all(puts);
    });
  }

  /** Records the progress of a submission. */
  async setSubmittedPieces(pieces: number): Promise<void> {
    await retryWhileDown(() => this.redis.hset(this.#key('run'), 'submittedPieces', pieces));
  }

  async endSubmission(pieces: number): Promise<void> {
    await retryWhileDown(() =>
      this.redis.hset(this.#key('run'), 'submittedPieces', pieces, 'pieces', pieces),
    );
  }

  async piece(index: number): Promise<PieceState> {
    const [compressed, isDone] = await retryWhileDown(() =>
      Promise.all([
        this.redis.getBuffer(this.#pieceKey(index)),
        this.redis.getbit(this.#key('done'), index),
      ]),
    );
    if (isDone === 1) return { kind: 'done' };
    return compressed === null ? { kind: 'lost' } : { kind: 'open', compressed };
  }

  /** The part of the piece must be on disk. */
  async markDone(index: number, urls: number): Promise<void> {
    await retryWhileDown(() =>
      this.redis.eval(
        DONE,
        3,
        this.#key('done'),
        this.#pieceKey(index),
        this.#key('run'),
        index,
        urls,
      ),
    );
  }

  /** Returns a function from the index of a piece to whether it is done now. */
  async doneBits(): Promise<(index: number) => boolean> {
    const bits = await retryWhileDown(() => this.redis.getBuffer(this.#key('done')));
    return (index) => ((bits?.[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
  }

  /** Marks pieces as not done, so that the next submission stores them again. */
  async reopen(indexes: readonly number[], doneUrls: number): Promise<void> {
    for (let at = 0; at < indexes.length; at += REOPEN_BATCH) {
      const some = indexes.slice(at, at + REOPEN_BATCH);
      await retryWhileDown(() =>
        this.redis.eval(REOPEN, 2, this.#key('done'), this.#key('run'), doneUrls, ...some),
      );
    }
  }

  async heartbeat(worker: string, figures: WorkerFigures): Promise<void> {
    await this.redis.eval(HEARTBEAT, 1, this.#key('workers'), worker, JSON.stringify(figures));
  }

  async leave(worker: string): Promise<void> {
    await this.redis.hdel(this.#key('workers'), worker);
  }

  /** Returns the workers that are alive. */
  async workers(): Promise<readonly WorkerFigures[]> {
    const [[seconds = '0'], heartbeats] = await retryWhileDown(() =>
      Promise.all([
        this.redis.time() as Promise<readonly (string | number)[]>,
        this.redis.hvals(this.#key('workers')),
      ]),
    );
    return heartbeats.flatMap((heartbeat) => {
      const end = heartbeat.indexOf(' ');
      const isAlive = (Number(seconds) - Number(heartbeat.slice(0, end))) * 1000 < ALIVE_MS;
      return isAlive ? [JSON.parse(heartbeat.slice(end + 1)) as WorkerFigures] : [];
    });
  }

  /** Returns an id that changes when Redis restarts. */
  async serverRun(): Promise<string> {
    const info = await retryWhileDown(() => this.redis.info('server'));
    return /^run_id:(\S+)/m.exec(info)?.[1] ?? '';
  }

  #key(name: 'run' | 'done' | 'workers'): string {
    return `${this.prefix}:${name}`;
  }

  #pieceKey(index: number): string {
    return `${this.prefix}:piece:${index}`;
  }
}
