// A partner: their part of the company, their pay and what is withheld of it; and the dependents who lessen the tax on it.
import { type Associate, AssociateFields, associates, Dependent, DependentFields } from '#contract/associates.ts'
import { formatDocument } from '#domain/documents.ts'
import { formatRate } from '#domain/fiscal/masks.ts'
import { formatCents } from '#domain/money.ts'
import { KINSHIP_LABELS, type Kinship } from '#domain/taxes/dependents.ts'
import { defineForm } from './kit/form.ts'
import { choice, count, day, document, email, flag, money, phone, rate, text, told, warnings } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

export const associate = defineResource(associates, AssociateFields, {
  ...names.associate,
  fields: {
    name: text('Nome', { column: { least: 200 }, search: true }),
    document_number: document<string>('CPF', { needed: true, column: { width: 144, leaves: 3 }, search: true }),
    birth_date: day('Nascimento', { bias: 'past' }),
    email: email('E-mail', { search: true }),
    phone_number: phone('Telefone', { search: true }),
    share_basis_points: rate<number>('Participação (%)', {
      title: 'Participação',
      most: 10_000,
      empty: 0,
      help: 'A soma dos sócios não passa de 100%',
      column: { width: 116, total: true },
    }),
    joined_on: day('Sócio desde', { bias: 'past' }),
    pro_labore_amount_cents: money('Pró-labore mensal', {
      title: 'Pró-labore',
      zero: '',
      help: 'Vazio: sem pró-labore',
      column: { width: 136, total: true },
    }),
    is_administrator: flag('Administra a empresa', { yes: 'administra' }),
    dependents_count: count('Dependentes', { zero: '', column: { width: 112, leaves: 1 } }),
    warnings: warnings('Avisos', ['aviso', 'avisos'], { column: { width: 96 } }),
  },
  told: {
    net: money<Associate>('Líquido', {
      zero: '',
      cents: ({ withholdings }) => withholdings.net_cents,
      column: { width: 124, leaves: 2, total: true },
    }),
    role: told<Associate>('Papel', one => (one.is_administrator ? 'Administra a empresa' : 'Sócio')),
    paid: told<Associate>('Pró-labore', ({ pro_labore_amount_cents: cents }) =>
      cents > 0 ? `pró-labore ${formatCents(cents)}` : 'sem pró-labore',
    ),
  },
  columns: ['name', 'document_number', 'share_basis_points', 'pro_labore_amount_cents', 'net', 'dependents_count', 'warnings'],
  form: [
    ['name'],
    ['document_number', 'birth_date'],
    ['email', 'phone_number'],
    ['share_basis_points', 'joined_on'],
    ['pro_labore_amount_cents'],
    ['is_administrator'],
  ],
  title: 'name',
  aside: one => (one.is_administrator ? 'administra' : null),
  lead: one => `${formatRate(one.share_basis_points)} da empresa${one.is_administrator ? ', administra' : ''}`,
  drawer: { Dados: [['CPF', one => formatDocument(one.document_number)], 'birth_date', 'email', 'phone_number', 'joined_on'] },
  card: [['share_basis_points'], ['role'], ['paid']],
  placeholder: 'Filtrar por nome, CPF, e-mail',
  about: 'Com os sócios aqui, o pró-labore mostra o INSS e o imposto de renda retidos, e cada um guarda seus documentos.',
  stays: 'Os dependentes vão junto. Dá para desfazer.',
})

/** Whose deduction depends on age, study and health. */
const AGED = ['CHILD', 'STEPCHILD', 'SIBLING', 'WARD', 'OTHER'] as const satisfies readonly Kinship[]

export const dependent = defineForm(Dependent, DependentFields.omit({ associate_id: true }), {
  fields: {
    name: text('Nome'),
    kinship: choice('Parentesco', KINSHIP_LABELS),
    birth_date: day<string>('Nascimento', { bias: 'past', missing: 'Informe o nascimento' }),
    document_number: document('CPF'),
    is_student: flag('Estuda em escola técnica ou faculdade', { yes: 'estuda', help: 'Conta até os 24 anos', when: ['kinship', AGED] }),
    is_disabled: flag('Incapaz para o trabalho', { yes: 'incapaz', help: 'Conta em qualquer idade', when: ['kinship', AGED] }),
  },
  form: [['name'], ['kinship', 'birth_date'], ['document_number'], ['is_student'], ['is_disabled']],
  title: 'name',
})
