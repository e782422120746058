// The page starts here: what its screen looked like when it last rested, or the sign-in's form, is shown at once, and the client's code starts behind it.
import { findPage } from '#client/data/kept-pages.ts'
import { mayBeSignedIn } from '#client/data/tokens.ts'
import '#client/kit/look/index.ts'
import { nextTask } from '#client/kit/idle.ts'
import { type PageSnapshot, showSnapshot } from '#client/kit/page-snapshot.ts'
import { showPreparedForm } from '#client/kit/prepared-form.ts'
import { paintTheme, storedTheme } from '#client/kit/stored-theme.ts'
import { LATER, SIGN_IN } from '#contract/kept-look.ts'
import { reloadOnce } from './shell/missing-code.ts'

/** A screen that never is complete shows at last what it has. */
const MOST_MS = 20_000

/** Longer than this the client's code does not wait for a look that the device should have: a busy phone reads it slowly, and its code slower. */
const LOOK_MS = 500

/** Nor for the letters of the look. */
const PATIENCE_MS = 150

/** Letters come sooner than the code that waits for them here. */
const LETTERS_MS = 300

/** A style sheet that failed before this ran says so to nobody. */
const SHEET_MS = 3000

const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, new Promise<undefined>(resolve => setTimeout(resolve, ms))])

const template = (id: string) => document.querySelector<HTMLTemplateElement>(`template#${id}`)

/** A page that nobody sees has none. */
const frame = () => within(100, new Promise(requestAnimationFrame))

/** A screen stands, waits for nothing, and a list in it has rows. */
function isDrawn(): boolean {
  if (document.querySelector('#root :is(main, [role="status"])[aria-busy="true"]')) return false
  const grid = document.querySelector('#root main .ag-root')
  return grid ? grid.querySelector('.ag-row .ag-cell') !== null : document.querySelector('#root :is(main, [role="alert"])') !== null
}

async function untilDrawn(): Promise<void> {
  while (!isDrawn() && performance.now() < MOST_MS) await frame()
  await frame()
}

/** Where the style sheets stand last, the page may start before they are there. */
async function styled(): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  await Promise.all(Array.from(sheets, sheet => sheet.sheet ?? new Promise(done => Object.assign(sheet, { onload: done, onerror: done }))))
}

/** In letters of another width it would be another page. */
const lettered = () => document.fonts.load('1em "Inter Variable"').catch(() => {})

async function showLastLook(): Promise<boolean> {
  const look = (await within(LOOK_MS, findPage())) as PageSnapshot | undefined
  if (look) await within(PATIENCE_MS, styled().then(lettered))
  const takeAway = look && showSnapshot(look)
  if (takeAway) void untilDrawn().then(takeAway)
  return takeAway !== undefined
}

async function showSignIn(form: HTMLTemplateElement): Promise<boolean> {
  if (mayBeSignedIn()) return false
  await within(SHEET_MS, styled())
  await within(LETTERS_MS, lettered())
  showPreparedForm(form, isDrawn)
  return true
}

/** Settles when what can stand before the client's code is painted: that code holds the page up for as long as it starts. */
async function showLook(): Promise<void> {
  const signIn = template(SIGN_IN)
  if (!(await (signIn ? showSignIn(signIn) : showLastLook()))) return
  await frame()
  await frame()
}

/** The client's code did not come, or broke as it started, and nothing else is here to say so. */
function sayMissing(error: unknown): void {
  reportError(error)
  const said = document.querySelector('#root > .starting')
  if (!said || reloadOnce()) return
  const again = document.createElement('button')
  again.textContent = 'Tentar de novo'
  again.onclick = () => location.reload()
  said.removeAttribute('aria-busy')
  said.role = 'alert'
  said.replaceChildren('Esta página não pôde ser carregada: há uma versão nova, ou a conexão falhou. ', again)
}

/** React and the schemas run as they arrive, each in a task of its own, while the rest is on its way. */
async function startClient(): Promise<void> {
  await within(SHEET_MS, styled())
  await import('./create-root.ts')
  await nextTask()
  await import('#contract/auth.ts')
  await nextTask()
  await import('./main.tsx')
}

async function boot(): Promise<void> {
  paintTheme(storedTheme())
  const later = template(LATER)
  if (later || template(SIGN_IN)) await showLook().catch(() => {})
  if (later) document.head.append(later.content)
  await startClient().catch(sayMissing)
}

// Not awaited by the module: the client's code imports parts of this one's chunk, and would wait for itself.
void boot()
