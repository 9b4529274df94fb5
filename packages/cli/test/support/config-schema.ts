import type { OptionSpec } from '../../src/options/arguments.js';
import type { Command } from '../../src/options/command.js';
import { keyOf } from '../../src/options/config.js';

/** Returns the JSON schema of the configuration file. */
export function configSchema(commands: readonly Command[]): object {
  const sections = commands.flatMap(({ name, summary, options, configurable = [] }) => {
    if (configurable.length === 0) return [];
    const some = Object.entries(options).filter(([option]) => configurable.includes(option));
    const properties = Object.fromEntries(some.map(([option, spec]) => [keyOf(option), schemaOf(spec)]));
    return [[name, { description: summary, type: 'object', additionalProperties: false, properties }]];
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of repkit',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(sections) },
    additionalProperties: false,
  };
}

function schemaOf({ value, choices, repeatable, description }: OptionSpec): object {
  if (value === undefined) return { description, type: 'boolean' };
  if (value.includes('=')) {
    return { description, type: 'object', additionalProperties: { type: 'string' } };
  }
  const one = choices === undefined ? { type: ['string', 'number'] } : { enum: choices };
  if (repeatable !== true) return { description, ...one };
  return { description, anyOf: [one, { type: 'array', items: one }] };
}
