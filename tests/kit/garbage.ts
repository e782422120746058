// What no client should send: values, bodies and content types that a server must refuse by name.
import fc from 'fast-check'

export const nastyValue = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    '0x10',
    '1e400',
    '-0',
    '\u0000',
    '\ud800',
    '__proto__',
    "' or 1=1 --",
    '2026-02-31',
    '9'.repeat(400),
    'null',
    -0,
    1e308,
    null,
  ),
  fc.anything({ withNullPrototype: false, withBigInt: false, withDate: false, maxDepth: 3 }),
)

export const rawBody = fc.constantFrom(
  '{',
  '[]',
  'null',
  '"x"',
  '1e999',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  '\u0000',
  '{"amount_cents":1e400}',
)

export const contentType = fc.constantFrom(
  'application/json',
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
)

/** Signing out or changing the password would end the session that all other calls use. */
export const ENDS_SESSION: readonly string[] = ['auth.signOut', 'auth.revokeSession', 'auth.changePassword']
