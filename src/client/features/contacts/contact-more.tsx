// What the public registry says of a contact's company: asked for by a person, since every look-up counts.
import { useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { Skeleton } from '#client/kit/states.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { contacts } from '#contract/contacts.ts'
import { legalEntities } from '#contract/registry.ts'
import { formatDay } from '#domain/days.ts'
import { documentKind } from '#domain/documents.ts'
import { COMPANY_SITUATION_LABELS, COMPANY_SIZE_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'

export function ContactMore({ id }: { id: string }) {
  const document = useReading(contacts.list, { query: { companyId: useCompanyId() } }).data?.find(one => one.id === id)?.document_number
  return document && documentKind(document) === 'CNPJ' ? <PublicRecord key={document} document={document} /> : null
}

function PublicRecord({ document }: { document: string }) {
  const [asked, setAsked] = useState(false)
  return (
    <DrawerSection title="Cadastro público">
      {asked ? (
        <Told document={document} />
      ) : (
        <>
          <p className={classNames(text.m, text.small)}>Situação na Receita, atividade, capital e pontuação de crédito.</p>
          <p>
            <Button icon="search" onClick={() => setAsked(true)}>
              Consultar o CNPJ
            </Button>
          </p>
        </>
      )}
    </DrawerSection>
  )
}

function Told({ document }: { document: string }) {
  const params = { doc: document }
  const known = useReading(legalEntities.registrationData, { params })
  const score = useReading(legalEntities.score, { params })
  if (known.isPending || score.isPending) return <Skeleton rows={4} label="Consultando o CNPJ" />
  if (known.isError) return <Note kind="warning">{known.error.message}</Note>
  const { situation, size, main_cnae, opening_date, social_capital_amount_cents: capital } = known.data
  return (
    <>
      {situation === 'ATIVA' ? null : <Note>{`Na Receita, esta empresa está ${COMPANY_SITUATION_LABELS[situation].toLowerCase()}.`}</Note>}
      <dl className={facts.kv} data-part="facts">
        <Detail name="Situação">{COMPANY_SITUATION_LABELS[situation]}</Detail>
        <Detail name="Desde">{opening_date ? formatDay(opening_date) : null}</Detail>
        <Detail name="Atividade">{main_cnae}</Detail>
        <Detail name="Porte">{COMPANY_SIZE_LABELS[size]}</Detail>
        <Detail name="Capital">{capital === null ? null : formatCents(capital)}</Detail>
        <Detail name="Crédito">{score.data ? `${score.data.score} de 1.000` : 'sem pontuação'}</Detail>
      </dl>
    </>
  )
}
