// One record of a described register: its facts, and what it has below them.
import { Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import drawerStyles from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import factsStyles from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { capitalized } from '#domain/text.ts'
import type { Listed } from '#resources/kit/list.ts'
import { houseOptions } from '../house.ts'
import { Place } from '../place.tsx'
import { Detail } from '../record-drawer.tsx'
import { RegisterDrawer } from '../register-drawer.tsx'
import { cell, type Register, type Registered, useRecords } from './records.tsx'

export function ResourceDrawer<Row extends Registered>({ of }: { of: Register<Row> }) {
  const { id = '', record, reading } = useRecords(of)
  const [noun] = of.nouns
  return (
    <>
      <RegisterDrawer
        id={id}
        record={record}
        reading={reading}
        list={of.area}
        kind={of.kind}
        noun={capitalized(noun)}
        nameOf={of.nameOf}
        missing={`Est${of.gender === 'a' ? 'a' : 'e'} ${noun} não existe mais`}
        failed={`Não foi possível abrir ${of.gender} ${noun}`}
        footer={() => <Place at={`${of.area}.drawer`} />}
        detail={one => <Facts of={of} record={one} />}
      />
      <Outlet />
    </>
  )
}

function Facts<Row extends Registered>({ of, record }: { of: Register<Row>; record: Row }) {
  const { amount, lead, drawer } = of
  const described = typeof lead === 'function' ? lead(record) : lead && of.showOf(record, lead)
  const warned = Object.keys(of.fields).filter(name => of.fields[name]?.kind === 'warnings')
  const Below = houseOptions().below?.[of.area]
  return (
    <>
      <section>
        <h2>{of.nameOf(record)}</h2>
        {amount ? (
          <div className={drawerStyles.amountLine}>
            <span className={text.big}>{cell(of, amount.of, record)}</span>
            {amount.per ? <span className={classNames(text.m, drawerStyles.m)}>por {of.showOf(record, amount.per)}</span> : null}
          </div>
        ) : null}
        {described ? <p className={text.m}>{described}</p> : null}
        {warned
          .flatMap(name => of.held(record, name) as readonly string[])
          .map(warning => (
            <Note key={warning} kind="warning">
              {warning}
            </Note>
          ))}
      </section>
      <Sections of={of} record={record} actions={{ [Object.keys(drawer)[0] ?? '']: <Place at={`${of.area}.facts`} /> }} />
      <Suspense>{Below ? <Below id={record.id} /> : null}</Suspense>
    </>
  )
}

interface SectionsProps<Row> {
  of: Listed<Row>
  record: Row
  /** By heading: what stands beside it. */
  actions?: Readonly<Record<string, ReactNode>>
}

/** The facts of a drawer under their headings; the first stands without any too. */
export function Sections<Row>({ of, record, actions = {} }: SectionsProps<Row>) {
  return Object.entries(of.drawer).map(([title, section], at) => {
    const facts =
      typeof section === 'function'
        ? section(record)
        : section.map(fact => (typeof fact === 'string' ? factOf(of, fact, record) : ([fact[0], fact[1](record)] as const)))
    const told = facts.filter(([, said]) => said)
    return told.length === 0 && at > 0 ? null : (
      <DrawerSection key={title} title={title} action={actions[title]}>
        <dl className={factsStyles.kv} data-part="facts">
          {told.map(([name, said]) => (
            <Detail key={`${name}${typeof said === 'string' ? said : ''}`} name={name}>
              {said}
            </Detail>
          ))}
        </dl>
      </DrawerSection>
    )
  })
}

/** A field in the drawer: what can be written to or called is a link. */
function factOf<Row>(of: Listed<Row>, name: string, row: Row): readonly [title: string, said: ReactNode] {
  const { title = name, kind, look } = of.fields[name] ?? {}
  const said = of.showOf(row, name)
  if (said === '') return [title, null]
  if (kind === 'email')
    return [
      title,
      <a key={name} href={`mailto:${said}`}>
        {said}
      </a>,
    ]
  if (kind === 'phone')
    return [
      title,
      <a key={name} href={`tel:${String(of.held(row, name))}`}>
        {said}
      </a>,
    ]
  return [title, look ? cell(of, name, row) : said]
}
