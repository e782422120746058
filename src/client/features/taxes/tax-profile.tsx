// What the reckoning of taxes knows of a company beside its books: opening, activity, annex, and which categories count as what.
import { useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { FilterChip } from '#client/kit/chip.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { FieldFrame } from '#client/kit/form/field.tsx'
import form from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { type CategoryRecord, categoryItems } from '#client/kit/picker/category-items.ts'
import { Combobox } from '#client/kit/picker/combobox.tsx'
import { CATEGORY_EMPTY } from '#client/kit/picker/pickers.tsx'
import type { Unread } from '#client/kit/picker/use-combobox.ts'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { type TaxProfile, taxes } from '#contract/taxes.ts'
import { isDay } from '#domain/days.ts'
import type { CategoryKind } from '#domain/enums.ts'
import styles from './taxes.module.css'

const ACTIVITIES = [
  { value: 'COMMERCE', label: 'Comércio (Anexo I)' },
  { value: 'INDUSTRY', label: 'Indústria (Anexo II)' },
  { value: 'SERVICES', label: 'Serviços' },
]
const ANNEXES = [
  { value: 'III', label: 'Anexo III' },
  { value: 'IV', label: 'Anexo IV, com INSS à parte' },
  { value: 'V', label: 'Anexo V; com Fator R de 28%, III' },
]
const MEI = [
  { value: 'COMMERCE', label: 'Comércio ou indústria (ICMS)' },
  { value: 'SERVICES', label: 'Serviços (ISS)' },
  { value: 'BOTH', label: 'Comércio e serviços' },
  { value: 'TRUCKER', label: 'Caminhoneiro' },
]

const ProfileForm = z.object({
  opening_date: z
    .string()
    .nullable()
    .refine(day => day === null || day === '' || isDay(day), 'Data inválida')
    .transform(day => day || null),
  main_activity: z.enum(['COMMERCE', 'INDUSTRY', 'SERVICES']),
  services_annex: z.enum(['III', 'IV', 'V']),
  mei_activity: z.enum(['COMMERCE', 'SERVICES', 'BOTH', 'TRUCKER']),
  commerce_category_ids: z.array(z.string()),
  services_category_ids: z.array(z.string()),
  payroll_category_ids: z.array(z.string()),
})

type Props = { asking: Asking<Forms['tax-profile']> }

export function AskedProfile({ asking }: Props) {
  const profile = useReading(taxes.profile, { params: { c: companyIn(asking.target).id } }).data
  return profile ? <Profile key={profile.version} asking={asking} profile={profile} /> : null
}

function Profile({ asking, profile: { version, ...profile } }: Props & { profile: TaxProfile }) {
  const { categories, unread } = useRegisters(companyIn(asking.target).id)
  const of = { categories, unread }
  return (
    <CommandForm asking={asking} schema={ProfileForm} start={() => profile} send={values => ({ ...values, version })}>
      <div className={form.two}>
        <DayField name="opening_date" label="Abertura da empresa" bias="past" help="No primeiro ano, a RBT12 é a média × 12" />
        <SelectField name="main_activity" label="Atividade principal" choices={ACTIVITIES} />
      </div>
      <div className={form.two}>
        <SelectField name="services_annex" label="Serviços no Simples" choices={ANNEXES} />
        <SelectField name="mei_activity" label="Atividade do MEI" choices={MEI} />
      </div>
      <CategoriesField name="commerce_category_ids" label="Receitas de comércio e indústria" {...of} kinds={['CREDIT']} />
      <CategoriesField name="services_category_ids" label="Receitas de serviços" {...of} kinds={['CREDIT']} />
      <CategoriesField
        name="payroll_category_ids"
        label="Folha do Fator R"
        help="Salários, pró-labore e encargos"
        {...of}
        kinds={['DEBIT', 'CHARGE']}
      />
    </CommandForm>
  )
}

interface CategoriesFieldProps {
  name: string
  label: string
  help?: string
  categories: readonly CategoryRecord[]
  unread: Unread | undefined
  kinds: readonly CategoryKind[]
}

/** Several categories: chips, and a selector that adds one more. */
function CategoriesField({ name, label, help, categories, unread, kinds }: CategoriesFieldProps) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const chosen = field.value as string[]
  const items = categoryItems(categories, kinds)
  const nameOf = (id: string) => categories.find(category => category.id === id)?.name ?? (unread ? 'categoria' : 'categoria excluída')
  return (
    <FieldFrame name={name} label={label} help={help}>
      {attributes => (
        <>
          <Combobox
            control={attributes}
            label={label}
            items={items.filter(item => !chosen.includes(item.id))}
            value={null}
            onChange={id => id && field.onChange([...chosen, id])}
            empty={CATEGORY_EMPTY}
            unread={unread}
            placeholder={chosen.length === 0 ? 'Pela atividade principal' : 'Adicionar categoria'}
          />
          {chosen.length > 0 ? (
            <div className={styles.taxCategories}>
              {chosen.map(id => (
                <FilterChip key={id} value={nameOf(id)} onRemove={() => field.onChange(chosen.filter(other => other !== id))} />
              ))}
            </div>
          ) : null}
        </>
      )}
    </FieldFrame>
  )
}
