/** `node bare-fastify-child.js <answer>`: Fastify with nothing but one route, which reads JSON and answers JSON. */
import fastify from 'fastify';

const answer: unknown = JSON.parse(process.argv[2] ?? '');
const app = fastify({ logger: { level: 'warn' } });
app.post('/v1/check', async () => answer);
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.once('SIGTERM', () => app.close());
