// What page and server agree on about a look that stands before the client's code: the last one that the browser keeps, or the sign-in's.

/** The id of the template that holds the links to the client's code, for the page to fetch once that look stands. */
export const LATER = 'later'

/** The id of the template that holds the sign-in's form, drawn by the build. */
export const SIGN_IN = 'sign-in'

const COOKIE = 'razao.look'

/** The cookie that tells, at one address and below it, that the browser keeps a look for so many seconds; 0 takes it away. */
export const lookCookie = (path: string, seconds: number): string =>
  `${COOKIE}=1; Path=${path}; Max-Age=${Math.floor(seconds)}; SameSite=Lax`

/** Whether a `Cookie` header tells of one. */
export const hasLook = (cookies = ''): boolean => cookies.includes(`${COOKIE}=1`)
