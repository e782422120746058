// Rules that fill category and contact of bank lines: the list, a form that counts, and applying after seeing how many.
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import textStyles from '#client/kit/look/text.module.css'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { currentContext, useWhereabouts } from '#client/surfaces/context.ts'
import { houseCommand } from '#client/surfaces/house.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { runCommand } from '#client/surfaces/runner.ts'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { companyIn, targetOn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { type Rule, rules } from '#contract/reconciliation.ts'
import { ENTRY_KIND_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { RuleFields, RuleForm, ruleBody, ruleDefaults } from './rule-form.tsx'

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
  const dash = <span className={textStyles.m}>—</span>
  return [
    {
      id: 'contains',
      title: 'A descrição contém',
      least: 220,
      sort: rule => rule.contains,
      render: rule => (
        <>
          <span className={textStyles.med}>{rule.contains}</span>
          {rule.name !== rule.contains ? <span className={textStyles.m}> · {rule.name}</span> : null}
        </>
      ),
    },
    {
      id: 'conditions',
      title: 'E também',
      width: 200,
      leaves: 1,
      render: rule => conditionsOf(rule, accountName) || <span className={textStyles.m}>qualquer linha</span>,
    },
    {
      id: 'category',
      title: 'Categoria',
      width: 200,
      sort: rule => (rule.category_id ? categoryName(rule.category_id) : null),
      groupable: true,
      render: rule => (rule.category_id ? categoryName(rule.category_id) : dash),
    },
    {
      id: 'contact',
      title: 'Contato',
      width: 168,
      leaves: 3,
      sort: rule => (rule.contact_id ? contactName(rule.contact_id) : null),
      groupable: true,
      render: rule => (rule.contact_id ? contactName(rule.contact_id) : dash),
    },
    { id: 'priority', title: 'Ordem', width: 80, align: 'right', leaves: 2, sort: rule => rule.priority, render: rule => rule.priority },
    {
      id: 'active',
      title: 'Situação',
      width: 112,
      groupable: rule => (rule.active ? 'Ligada' : 'Desligada'),
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
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{rule.contains}</span>
      <Badge tone={rule.active ? 'ok' : 'quiet'} icon={rule.active ? 'circle-check' : 'ban'}>
        {rule.active ? 'Ligada' : 'Desligada'}
      </Badge>
      <span className={classNames(textStyles.m, textStyles.small)}>{fills.filter(Boolean).join(' · ')}</span>
      <span className={classNames(textStyles.m, textStyles.small)}>{conditionsOf(rule, registers.accountName)}</span>
    </div>
  )
}

/** A rule is its form: there is nothing more to read about it. */
function openRule(rule: Rule): void {
  const target = targetOn('rule', [rule], { company: useWhereabouts.getState().company, from: 'focus' })
  void runCommand(houseCommand('rule.edit'), { source: 'button', context: { ...currentContext(), target } })
}

export function RulesScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { rules: filter = '' } = useScreenSearch()
  const registers = useRegisters(c)
  const reading = useReading(rules.list, { params: { c } })
  const columns = useMemo(() => columnsOf(registers), [registers])
  const rows = reading.data ?? NONE
  return (
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
      onOpen={rule => openRule(rule)}
      primary={<Place at="rules.page" />}
      empty={{
        title: 'Nenhuma regra',
        text: 'Uma regra preenche a categoria e o contato das linhas do extrato. Quem concilia é você.',
        actions: <Place at="rules.empty" />,
      }}
    />
  )
}

export function AskedRule({ asking }: { asking: Asking<Forms['rule']> }) {
  const [rule] = asking.target.records as readonly Rule[]
  return (
    <CommandForm
      asking={asking}
      schema={RuleForm}
      start={() => ruleDefaults(rule)}
      send={values => ({ ...ruleBody(values), ...(rule ? { active: values.active } : {}) })}
    >
      <RuleFields c={companyIn(asking.target).id} editing={rule !== undefined} />
    </CommandForm>
  )
}
