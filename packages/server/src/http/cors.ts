/** Which pages of other origins may ask from a browser (the Fetch standard, 3.2). Without any there are no such headers. */

export interface CorsAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it was only asked what may be asked. */
  readonly isPreflight: boolean;
}

const A_DAY = '86400';

export function corsAnswer(
  origins: readonly string[],
  method: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): CorsAnswer {
  if (origins.length === 0) return { headers: {}, isPreflight: false };
  const { origin } = headers;
  const isAllowed = typeof origin === 'string' && origins.includes(origin);
  const isPreflight =
    method === 'OPTIONS' && isAllowed && headers['access-control-request-method'] !== undefined;
  return {
    headers: {
      vary: 'Origin',
      ...(isAllowed
        ? {
            'access-control-allow-origin': origin,
            'access-control-expose-headers': 'x-request-id, retry-after',
            'cross-origin-resource-policy': 'cross-origin',
          }
        : {}),
      ...(isPreflight
        ? {
            'access-control-allow-methods': 'GET, POST, DELETE',
            'access-control-allow-headers': 'authorization, content-type',
            'access-control-max-age': A_DAY,
          }
        : {}),
    },
    isPreflight,
  };
}
