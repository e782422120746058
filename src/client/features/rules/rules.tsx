// Rules that fill category and contact of bank lines: the list, a form that counts, and applying after seeing how many.
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import { Badge } from '#client/kit/chip.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { formFailed, settleWrite } from '#client/surfaces/form-outcome.ts'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { mayDiscard, RecordDrawer, useEditing } from '#client/surfaces/record-drawer.tsx'
import { doUiAction, useUiAction } from '#client/surfaces/ui-actions.ts'
import { type Search, useCompanyId, useSetSearch } from '#client/surfaces/where.ts'
import { type Rule, rules } from '#contract/reconciliation.ts'
import { ENTRY_KIND_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { RuleFields, RuleForm, type RuleValues, ruleBody, ruleDefaults } from './rule-form.tsx'
import './rules.css'

const NONE: readonly never[] = []

/** 'saídas de R$ 10,00 a R$ 90,00, Itaú 45871-3': what else a line must be. */
export function conditionsOf(rule: Rule, accountName: (id: string) => string): string {
  const { min_amount_cents: min, max_amount_cents: max } = rule
  const amount =
    min !== null && max !== null
      ? `de ${formatCents(min)} a ${formatCents(max)}`
      : min !== null
        ? `a partir de ${formatCents(min)}`
        : max !== null
          ? `até ${formatCents(max)}`
          : ''
  const lines = rule.direction === null ? '' : `${ENTRY_KIND_LABELS[rule.direction].toLowerCase()}s`
  return [[lines, amount].filter(Boolean).join(' '), rule.bank_account_id ? accountName(rule.bank_account_id) : '']
    .filter(Boolean)
    .join(', ')
}

function columnsOf({ accountName, categoryName, contactName }: Registers): readonly RegisterColumn<Rule>[] {
  const dash = <span className="m">—</span>
  return [
    {
      id: 'contains',
      title: 'A descrição contém',
      least: 220,
      sort: rule => rule.contains,
      render: rule => (
        <>
          <span className="med">{rule.contains}</span>
          {rule.name !== rule.contains ? <span className="m"> · {rule.name}</span> : null}
        </>
      ),
    },
    {
      id: 'conditions',
      title: 'E também',
      width: 200,
      leaves: 1,
      render: rule => conditionsOf(rule, accountName) || <span className="m">qualquer linha</span>,
    },
    {
      id: 'category',
      title: 'Categoria',
      width: 200,
      sort: rule => (rule.category_id ? categoryName(rule.category_id) : null),
      render: rule => (rule.category_id ? categoryName(rule.category_id) : dash),
    },
    {
      id: 'contact',
      title: 'Contato',
      width: 168,
      leaves: 3,
      sort: rule => (rule.contact_id ? contactName(rule.contact_id) : null),
      render: rule => (rule.contact_id ? contactName(rule.contact_id) : dash),
    },
    { id: 'priority', title: 'Ordem', width: 80, align: 'right', leaves: 2, sort: rule => rule.priority, render: rule => rule.priority },
    {
      id: 'active',
      title: 'Situação',
      width: 112,
      render: rule =>
        rule.active ? (
          <Badge tone="ok" icon="circle-check">
            Ligada
          </Badge>
        ) : (
          <Badge tone="quiet" icon="ban">
            Desligada
          </Badge>
        ),
    },
  ]
}

function RuleCard({ rule, registers }: { rule: Rule; registers: Registers }) {
  const fills = [rule.category_id && registers.categoryName(rule.category_id), rule.contact_id && registers.contactName(rule.contact_id)]
  return (
    <div className="register-card">
      <span className="name">{rule.contains}</span>
      <Badge tone={rule.active ? 'ok' : 'quiet'} icon={rule.active ? 'circle-check' : 'ban'}>
        {rule.active ? 'Ligada' : 'Desligada'}
      </Badge>
      <span className="m small">{fills.filter(Boolean).join(' · ')}</span>
      <span className="m small">{conditionsOf(rule, registers.accountName)}</span>
    </div>
  )
}

export function RulesScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { rules: filter = '' } = useSearch({ strict: false }) as Search
  const registers = useRegisters(c)
  const reading = useReading(rules.list, { params: { c } })
  const [openId, setOpenId] = useState<string>()
  const [creating, setCreating] = useState(false)
  const columns = useMemo(() => columnsOf(registers), [registers])
  useUiAction('rule.form', () => setCreating(true))
  const rows = reading.data ?? NONE
  const open = rows.find(rule => rule.id === openId)
  return (
    <>
      <ListingScreen
        label="Regras"
        kind="rule"
        noun={['regra', 'regras']}
        rows={rows}
        reading={reading}
        columns={columns}
        rowName={rule => rule.name}
        textOf={rule =>
          [
            rule.contains,
            rule.name,
            rule.category_id ? registers.categoryName(rule.category_id) : '',
            rule.contact_id ? registers.contactName(rule.contact_id) : '',
          ].join(' ')
        }
        card={rule => <RuleCard rule={rule} registers={registers} />}
        isMuted={rule => !rule.active}
        filter={filter}
        onFilter={text => setSearch({ rules: text })}
        placeholder="Filtrar por texto, categoria ou contato"
        toolbar="rules.toolbar"
        openId={openId}
        onOpen={rule => setOpenId(rule.id)}
        primary={<CommandButton id="rule.create" variant="primary" icon />}
        empty={{
          title: 'Nenhuma regra',
          text: 'Uma regra preenche a categoria e o contato das linhas do extrato. Quem concilia é você.',
          actions: <CommandButton id="rule.create" variant="primary" size="form" />,
        }}
      >
        {open ? <RuleDrawer key={open.id} rule={open} onClose={() => setOpenId(undefined)} /> : null}
      </ListingScreen>
      {creating ? <NewRule c={c} onClose={() => setCreating(false)} /> : null}
    </>
  )
}

function NewRule({ c, onClose }: { c: string; onClose(): void }) {
  const save = async (values: RuleValues, { another, reset }: { another: boolean; reset(): void }) => {
    const { data, batch_id } = await call(rules.create, { params: { c }, body: ruleBody(values) })
    settleWrite({ say: `Regra “${data.name}” criada`, batch_id, focus: data.id })
    if (another) return reset()
    onClose()
    doUiAction('focus.record', data.id)
  }
  return (
    <FormDialog title="Nova regra" schema={RuleForm} defaults={ruleDefaults()} submitLabel="Criar regra" onSubmit={save} onClose={onClose}>
      <RuleFields c={c} />
    </FormDialog>
  )
}

/** A rule is its form: there is nothing more to read about it. */
function RuleDrawer({ rule, onClose }: { rule: Rule; onClose(): void }) {
  const [dirty, setDirty] = useState(false)
  const { may, editing } = useEditing(rule.id, 'conciliation:u')
  const form = useRef<HTMLElement>(null)
  useEffect(() => {
    if (editing) form.current?.querySelector('input')?.focus()
  }, [editing])
  const save = async (values: RuleValues) => {
    try {
      const { data, batch_id } = await call(rules.update, {
        params: { c: rule.company_id, id: rule.id },
        body: { ...ruleBody(values), active: values.active },
      })
      settleWrite({ say: `Regra “${data.name}” alterada`, batch_id, focus: rule.id })
      setDirty(false)
      onClose()
      doUiAction('focus.record', rule.id)
    } catch (error) {
      formFailed(error)
    }
  }
  const leave = async () => {
    if (await mayDiscard(dirty)) onClose()
  }
  return (
    <RecordDrawer id={rule.id} list="rules" label={rule.name} where="Regra" dirty={dirty} onClose={onClose}>
      <section>
        <h2>{rule.name}</h2>
        <p className="rule-actions">
          <CommandButton id="rule.apply" short icon />
          <CommandButton id="rule.delete" variant="ghost" short />
        </p>
      </section>
      <section ref={form}>
        <Form key={rule.version} schema={RuleForm} defaults={ruleDefaults(rule)} onSubmit={save} onDirty={setDirty} label="Alterar regra">
          <RuleFields c={rule.company_id} editing />
          <FormFooter submitLabel="Salvar" disabled={!may} onCancel={() => void leave()} />
        </Form>
      </section>
    </RecordDrawer>
  )
}
