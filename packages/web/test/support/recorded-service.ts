/** A real server that gives the recorded answers of the service, as the service gives them. */
import type { RequestListener } from 'node:http';
import { BUSY, CLOSED, DOWN, PROBLEM, REDIRECTED, WRONG_TYPE } from './recorded-answers.js';

const ANSWERS = [BUSY, CLOSED, DOWN, REDIRECTED, WRONG_TYPE];

/** The query strings it was asked with go into the list. */
export function recordedService(asked: string[] = []): RequestListener {
  return (request, response) => {
    const { searchParams, search } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(search);
    const host = /^https?:\/\/([^/]+)/.exec(searchParams.get('origin') ?? '')?.[1];
    const answer = ANSWERS.find(({ origin }) => origin === `http://${host}`);
    response.writeHead(answer === undefined ? 422 : 200, {
      'content-type': answer === undefined ? 'application/problem+json' : 'application/json',
    });
    response.end(JSON.stringify(answer ?? PROBLEM));
  };
}
