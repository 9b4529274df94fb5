/**
 * What a run is in Redis, beside its queue.
 *
 * The URLs are cut into pieces of some thousands, numbered from 0. A piece lies under its own key from when it is
 * submitted until it is done, and one bit for each piece says whether that is so. A job is one piece of whole origins, or
 * all pieces of one origin that is larger than a piece: so BullMQ's lock of a job is also what keeps an origin in one
 * place. Whatever is done here may be done again: a piece that is done is not put again, and none is counted twice.
 *
 * Each command leaves Redis so that what was lost behind it, by a crash of Redis that forgets its last second, is found by
 * submitting again: a URL is in a piece that is done, or in one whose job is in the queue, or its submission has not ended.
 */

import { InputError } from '@repkit/bulk';
import type { Redis } from 'ioredis';
import { patiently } from './redis.js';

/** What has to be the same for a second submission to be that of the same run. */
export interface RunIdentity {
  /** SHA-256 of the rows, unpacked. */
  readonly digest: string;
  readonly bytes: number;
  readonly pieceUrls: number;
  readonly policy: string;
  readonly dialect: string;
  readonly productTokens: readonly string[];
}

export interface RunRecord extends RunIdentity {
  readonly urls: number;
  /** Undefined until all of them have been submitted. */
  readonly pieces: number | undefined;
  readonly submittedPieces: number;
  readonly donePieces: number;
  readonly doneUrls: number;
}

/** What a worker says of itself. */
export interface WorkerFigures {
  /** Host and process. */
  readonly name: string;
  readonly urls: number;
  readonly urlsPerSecond: number;
}

export interface StoredPiece {
  readonly index: number;
  readonly urls: number;
  readonly packed: Buffer;
}

export type PieceState =
  | { readonly kind: 'done' }
  | { readonly kind: 'open'; readonly packed: Buffer }
  | { readonly kind: 'lost' };

/** A worker that has said nothing for so long is counted as gone. */
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

/** KEYS: done, run. ARGV: URLs that are done after all, indexes. */
const REOPEN = `
for at = 2, #ARGV do
  if redis.call('SETBIT', KEYS[1], ARGV[at], 0) == 1 then redis.call('HINCRBY', KEYS[2], 'donePieces', -1) end
end
return redis.call('HSET', KEYS[2], 'doneUrls', ARGV[1])`;

/** KEYS: workers. ARGV: worker, figures. By the server's clock, as those of the machines may differ. */
const BEAT = `return redis.call('HSET', KEYS[1], ARGV[1], redis.call('TIME')[1] .. ' ' .. ARGV[2])`;

/** More at once would have Redis do nothing else for too long. */
const MOST_REOPENED = 1000;

export class FleetRun {
  readonly redis: Redis;
  /** Of the keys of the queue too; in braces is what a cluster chooses the node by. */
  readonly prefix: string;

  constructor(redis: Redis, name: string) {
    this.redis = redis;
    this.prefix = `repkit:{fleet:${name}}`;
  }

  /** Undefined where nothing of this name was submitted. */
  async read(): Promise<RunRecord | undefined> {
    const fields = await patiently(() => this.redis.hgetall(this.#key('run')));
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

  /** Begins a run or goes on with it. Throws an InputError where the run of this name is another one. */
  async begin(identity: RunIdentity, urls: number): Promise<void> {
    const own = JSON.stringify(identity);
    const key = this.#key('run');
    const known = await patiently(async () => {
      await this.redis.hsetnx(key, 'identity', own);
      return await this.redis.hget(key, 'identity');
    });
    if (known !== own) {
      throw new InputError(
        'there is a run of this name with other URLs or options: choose another --name, or give what that one was given.',
      );
    }
    await patiently(() => this.redis.hset(key, 'urls', urls));
  }

  /** Puts pieces that are not done. Their jobs are added after them. */
  async put(pieces: readonly StoredPiece[]): Promise<void> {
    await patiently(async () => {
      const puts = pieces.map(({ index, packed }) =>
        this.redis.eval(PUT, 2, this.#key('done'), this.#pieceKey(index), index, packed),
      );
      await Promise.all(puts);
    });
  }

  /** How far a submission has come. */
  async submitted(pieces: number): Promise<void> {
    await patiently(() => this.redis.hset(this.#key('run'), 'submittedPieces', pieces));
  }

  /** Ends the submission. */
  async ended(pieces: number): Promise<void> {
    await patiently(() =>
      this.redis.hset(this.#key('run'), 'submittedPieces', pieces, 'pieces', pieces),
    );
  }

  async piece(index: number): Promise<PieceState> {
    const [packed, isDone] = await patiently(() =>
      Promise.all([
        this.redis.getBuffer(this.#pieceKey(index)),
        this.redis.getbit(this.#key('done'), index),
      ]),
    );
    if (isDone === 1) return { kind: 'done' };
    return packed === null ? { kind: 'lost' } : { kind: 'open', packed };
  }

  /** Once its part is on the disk. */
  async done(index: number, urls: number): Promise<void> {
    await patiently(() =>
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

  /** Which pieces are done by now. */
  async doneBits(): Promise<(index: number) => boolean> {
    const bits = await patiently(() => this.redis.getBuffer(this.#key('done')));
    return (index) => ((bits?.[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
  }

  /** Takes pieces back whose parts are lost; the next submission puts them again. */
  async reopen(indexes: readonly number[], doneUrls: number): Promise<void> {
    for (let at = 0; at < indexes.length; at += MOST_REOPENED) {
      const some = indexes.slice(at, at + MOST_REOPENED);
      await patiently(() =>
        this.redis.eval(REOPEN, 2, this.#key('done'), this.#key('run'), doneUrls, ...some),
      );
    }
  }

  /** A sign of life. */
  async beat(worker: string, figures: WorkerFigures): Promise<void> {
    await this.redis.eval(BEAT, 1, this.#key('workers'), worker, JSON.stringify(figures));
  }

  async leave(worker: string): Promise<void> {
    await this.redis.hdel(this.#key('workers'), worker);
  }

  /** Those that are alive. */
  async workers(): Promise<readonly WorkerFigures[]> {
    const [[seconds = '0'], beats] = await patiently(() =>
      Promise.all([
        this.redis.time() as Promise<readonly (string | number)[]>,
        this.redis.hvals(this.#key('workers')),
      ]),
    );
    return beats.flatMap((beat) => {
      const end = beat.indexOf(' ');
      const isAlive = (Number(seconds) - Number(beat.slice(0, end))) * 1000 < ALIVE_MS;
      return isAlive ? [JSON.parse(beat.slice(end + 1)) as WorkerFigures] : [];
    });
  }

  /** Changes where Redis was started anew. */
  async serverRun(): Promise<string> {
    const info = await patiently(() => this.redis.info('server'));
    return /^run_id:(\S+)/m.exec(info)?.[1] ?? '';
  }

  #key(name: 'run' | 'done' | 'workers'): string {
    return `${this.prefix}:${name}`;
  }

  #pieceKey(index: number): string {
    return `${this.prefix}:piece:${index}`;
  }
}
