// One service: a new one, read first, its form in the same place, and its deletion.
import { useParams, useSearch } from '@tanstack/react-router'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { DrawerSection } from '#client/kit/drawer.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { DeleteRecord } from '#client/surfaces/delete-record.tsx'
import { EditButton } from '#client/surfaces/edit-button.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { type FormWork, RecordForm, RegisterDrawer } from '#client/surfaces/register-drawer.tsx'
import { type Search, useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Service, services } from '#contract/services.ts'
import { formatRate, maskServiceCode } from '#domain/fiscal/masks.ts'
import { formatCents } from '#domain/money.ts'
import { ServiceFields, ServiceForm, type ServiceValues, serviceDefaults } from './service-form.tsx'

function useServiceRoute() {
  const c = useCompanyId()
  const { companyServiceId: id = '' } = useParams({ strict: false }) as { companyServiceId?: string }
  const reading = useReading(services.list, { params: { c } })
  return { c, id, reading, service: reading.data?.find(one => one.id === id) }
}

export function CreateService() {
  const c = useCompanyId()
  const { copia } = useSearch({ strict: false }) as Search
  const list = useReading(services.list, { params: { c } })
  const original = copia === undefined ? undefined : list.data?.find(service => service.id === copia)
  const { go } = houseOptions().ports
  const save = async (values: ServiceValues, { another, reset }: { another: boolean; reset(): void }) => {
    const { data, batch_id } = await call(services.create, { params: { c }, body: values })
    settleWrite({ say: `Serviço ${data.name} criado`, batch_id, focus: data.id })
    if (another) return reset()
    go(pathTo('services.detail', { companyId: c, companyServiceId: data.id }))
  }
  if (copia !== undefined && list.isPending) return null
  return (
    <FormDialog
      title="Novo serviço"
      description={original ? `Cópia de ${original.name}: mude o que for diferente.` : undefined}
      schema={ServiceForm}
      defaults={serviceDefaults(original)}
      submitLabel="Criar serviço"
      onSubmit={save}
      onClose={() => go(pathTo('services', { companyId: c }))}
    >
      <ServiceFields c={c} creating />
    </FormDialog>
  )
}

export function ServiceDrawer() {
  const { id, reading, service } = useServiceRoute()
  return (
    <RegisterDrawer
      id={id}
      record={service}
      reading={reading}
      list="services"
      needs="services:u"
      noun="Serviço"
      nameOf={one => one.name}
      missing="Este serviço não existe mais"
      failed="Não foi possível abrir o serviço"
      footer={() => (
        <>
          <CommandButton id="service.copy" short variant="secondary" />
          <span className="end">
            <CommandButton id="service.delete" variant="ghost" short />
          </span>
        </>
      )}
      detail={(one, onEdit) => <ServiceDetail service={one} onEdit={onEdit} />}
      form={(one, work) => <EditService key={one.id} service={one} {...work} />}
    />
  )
}

function ServiceDetail({ service, onEdit }: { service: Service; onEdit: (() => void) | undefined }) {
  const { code, description, template, version } = service.municipal_service
  return (
    <>
      <section>
        <h2>{service.name}</h2>
        <div className="amount-line">
          {service.amount_cents > 0 ? (
            <span className="big">{formatCents(service.amount_cents)}</span>
          ) : (
            <span className="m">Valor dito a cada nota</span>
          )}
        </div>
        {service.description ? <p className="m">{service.description}</p> : null}
      </section>
      <DrawerSection title="Para as notas fiscais" action={onEdit ? <EditButton onEdit={onEdit} /> : undefined}>
        <dl className="kv">
          <Detail name="Serviço municipal">
            {maskServiceCode(code)} · {description}
          </Detail>
          <Detail name="ISS">
            {formatRate(service.iss_rate)}
            {service.iss_withheld ? ', retido pelo cliente' : ''}
          </Detail>
          <Detail name="Código municipal">{service.municipal_code}</Detail>
          <Detail name="NBS">{service.nbs}</Detail>
          <Detail name="Padrão da nota">
            {template === 'NFSE_NACIONAL' ? 'NFS-e nacional' : template} {version}
          </Detail>
        </dl>
      </DrawerSection>
    </>
  )
}

function EditService({ service, ...work }: { service: Service } & FormWork) {
  const save = async (values: ServiceValues) => {
    const params = { c: service.company_id, id: service.id }
    const { data, batch_id } = await call(services.update, { params, body: { ...values, version: service.version } })
    return { say: `Serviço ${data.name} alterado`, batch_id, focus: service.id }
  }
  return (
    <RecordForm schema={ServiceForm} defaults={serviceDefaults(service)} save={save} label="Alterar serviço" {...work}>
      <ServiceFields c={service.company_id} />
    </RecordForm>
  )
}

export function DeleteService() {
  const { c, id, service } = useServiceRoute()
  return (
    <DeleteRecord
      name={service?.name}
      list="services"
      description="As notas já emitidas guardam o que ele era. Dá para desfazer."
      confirmLabel="Excluir serviço"
      remove={() => call(services.delete, { params: { c, id } })}
      say={name => `Serviço ${name} excluído`}
      focus={id}
    />
  )
}
