// The manual at its own address: all pages at the left, found by their words, and one of them open with the commands of its screen.
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { pageBrand, setPageTitle } from '#client/kit/brand.ts'
import { BrandName } from '#client/kit/brand-mark.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import { Empty } from '#client/kit/states.tsx'
import { asAddress } from '#client/surfaces/address.ts'
import { setWhereabouts } from '#client/surfaces/context.ts'
import { useLayer } from '#client/surfaces/focus-stack.ts'
import { useHouse } from '#client/surfaces/house.ts'
import { useIntent } from '#client/surfaces/intents.ts'
import { ManualText } from '#client/surfaces/manual-here.tsx'
import { usePageFocus } from '#client/surfaces/page-focus.ts'
import { useRouteParam } from '#client/surfaces/where.ts'
import { shownChord } from '#commands/kit/keys.ts'
import { commandsOn, manual, manualScreens, manualTitle } from '#commands/manual/index.ts'
import { PICTURE_HEIGHT, PICTURE_WIDTH, pictureAddress, pictureOf } from '#commands/manual/pictures.ts'
import type { ScreenRecord } from '#commands/screen-record.ts'
import { pathTo, type ScreenId, screens } from '#commands/screens.ts'
import { fold } from '#domain/text.ts'
import styles from './manual.module.css'

const isManualScreen = (id: string | undefined): id is ScreenId => manualScreens.some(screen => screen === id)

export function ManualScreen() {
  const asked = useRouteParam('page')
  const id = asked === undefined ? manualScreens[0] : isManualScreen(asked) ? asked : undefined
  useLayer('page')
  useIntent('report.print', () => window.print())
  useLayoutEffect(() => {
    setWhereabouts({ area: 'manual', screen: 'manual', can: () => false, office: false, manages: false }, Date.now())
    setPageTitle(id ? `Manual: ${manualTitle(id)}` : 'Manual')
  }, [id])
  return (
    <div className={styles.screen}>
      <header>
        <Link to="/" aria-label="Voltar ao início">
          <BrandName brand={pageBrand()} size={20} />
        </Link>
        <h1>Manual</h1>
      </header>
      <Contents open={id} />
      <main id="main">{id ? <Page key={id} id={id} /> : <Missing />}</main>
    </div>
  )
}

function Missing() {
  return (
    <Empty
      icon="search"
      title="O manual não tem esta página"
      text="O endereço não existe ou mudou. Escolha uma página ao lado."
      actions={<Link {...asAddress({ to: pathTo('manual') })}>Ir ao começo do manual</Link>}
    />
  )
}

/** All that a page says, folded, to be searched. */
function wordsOf(id: ScreenId): string {
  const page = manual[id]
  const tasks = page?.tasks.flatMap(({ title, steps }) => [title, ...steps.filter(step => typeof step === 'string')]) ?? []
  return fold([manualTitle(id), page?.about ?? '', ...tasks].join(' '))
}

function Contents({ open }: { open: ScreenId | undefined }) {
  const [query, setQuery] = useState('')
  const words = fold(query).split(/\s+/).filter(Boolean)
  const found = manualScreens.filter(id => words.every(word => wordsOf(id).includes(word)))
  const headings = [...new Set(found.map(headingOf))]
  return (
    <nav aria-label="Páginas do manual">
      <input
        type="search"
        aria-label="Buscar no manual"
        placeholder="Buscar no manual"
        value={query}
        onChange={event => setQuery(event.target.value)}
      />
      {found.length === 0 ? <p className={text.m}>{`Nada sobre ‘${query.trim()}’`}</p> : null}
      {headings.map(heading => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul>
            {found
              .filter(id => headingOf(id) === heading)
              .map(id => (
                <li key={id}>
                  <Link {...asAddress({ to: pathTo('manual.topic', { page: id }) })} aria-current={id === open ? 'page' : undefined}>
                    {manualTitle(id)}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

const headingOf = (id: ScreenId): string => {
  const { rail = 'Empresa' }: ScreenRecord = screens[id]
  return id === 'manual' ? 'Em toda tela' : rail
}

function Page({ id }: { id: ScreenId }) {
  const page = usePageFocus<HTMLElement>()
  return (
    <article ref={page} tabIndex={-1} className={styles.page} aria-label={`Manual: ${manualTitle(id)}`}>
      <h2>{manualTitle(id)}</h2>
      <ManualText id={id} />
      <Picture id={id} />
      <Commands id={id} />
    </article>
  )
}

function Picture({ id }: { id: ScreenId }) {
  const words = pictureOf(id)
  if (words === undefined) return null
  return (
    <img className={styles.picture} src={pictureAddress(id)} alt={words} width={PICTURE_WIDTH} height={PICTURE_HEIGHT} loading="lazy" />
  )
}

function Commands({ id }: { id: ScreenId }) {
  const registry = useHouse(state => state.registry)
  const here = commandsOn(id, registry.commands)
  if (here.length === 0) return null
  return (
    <section>
      <h3>O que se faz nesta tela</h3>
      <table data-keys="told">
        <thead>
          <tr>
            <th scope="col">Ação</th>
            <th scope="col">Teclas</th>
          </tr>
        </thead>
        <tbody>
          {here.map(command => (
            <tr key={command.id}>
              <th scope="row">{command.title}</th>
              <td>
                {registry.chordsOf(command).map(chord => (
                  <Kbd key={chord} chord={shownChord(chord)} split />
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
