/** `node bare-fastify-child.js <response>`: Fastify with a single route that parses JSON and returns the given JSON. */
import fastify from 'fastify';

const response: unknown = JSON.parse(process.argv[2] ?? '');
const app = fastify({ logger: { level: 'warn' } });
app.post('/v1/check', async () => response);
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.once('SIGTERM', () => app.close());
