// The company's own account at Stark Bank, as its digital account: a project made there knows our public key, and we keep the private half.
import { z } from 'zod'
import { STARK_STATUSES } from '#domain/enums.ts'
import { STARK_ENVIRONMENTS } from '#domain/payments/digital-banks.ts'
import { DigitalAccount } from './digital-account.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Done, Text } from './kit/fields.ts'

export const StarkAccount = z.object({
  environment: z.enum(STARK_ENVIRONMENTS),
  /** Null until the project is made at the bank. */
  project_id: z.string().nullable(),
  /** PEM, to be pasted in the project at the bank. */
  public_key: z.string(),
  /** What the bank answered last. */
  status: z.enum(STARK_STATUSES),
  /** Since when it is so. */
  answered_at: z.string().nullable(),
})
export type StarkAccount = z.infer<typeof StarkAccount>

const ProjectId = Text(20).regex(/^\d{10,20}$/, 'O número do projeto tem de 10 a 20 dígitos')

const writes = ['digital_account', 'bank_accounts', 'batches'] as const

export const starkAccounts = resource('starkAccounts', {
  get: endpoint('GET /v1/companies/{c}/stark_account', {
    summary: 'A conexão com a conta Stark Bank da empresa; null enquanto não há uma. A chave privada nunca volta.',
    returns: StarkAccount.nullable(),
    needs: 'digital_account:v',
    reads: ['digital_account'],
    own: true,
  }),
  connect: endpoint('POST /v1/companies/{c}/stark_account', {
    summary: 'Faz da conta que a empresa tem no Stark Bank a sua conta digital; a resposta é a chave pública a cadastrar lá.',
    body: z
      .object({
        environment: z.enum(STARK_ENVIRONMENTS, { error: 'Escolha o ambiente' }),
        branch_number: Text(10).regex(/^\d{1,4}$/, 'Informe a agência, só os dígitos'),
        account_number: Text(20).regex(/^\d[\d-]{2,19}$/, 'Informe a conta com o dígito'),
        project_id: ProjectId.optional(),
      })
      .strict(),
    returns: DigitalAccount,
    creates: true,
    needs: 'digital_account:c',
    writes,
    irreversible: true,
    own: true,
    fails: ['auth.step_up_required', 'conflict.already_exists', 'validation.failed'],
  }),
  setProject: endpoint('PATCH /v1/companies/{c}/stark_account', {
    summary: 'Diz em qual projeto do Stark Bank a chave pública foi cadastrada; o banco é consultado em seguida.',
    body: z.object({ project_id: ProjectId }).strict(),
    returns: StarkAccount,
    needs: 'digital_account:c',
    writes: ['digital_account'],
    irreversible: true,
    own: true,
    fails: ['auth.step_up_required', 'validation.failed'],
  }),
  test: endpoint('POST /v1/companies/{c}/stark_account/test', {
    summary: 'Consulta o Stark Bank agora; o que ele responde fica na situação.',
    returns: StarkAccount,
    needs: 'digital_account:c',
    writes: ['digital_account'],
    irreversible: true,
    own: true,
    fails: ['conflict.invalid_transition'],
  }),
  notice: endpoint('POST /v1/stark_notices/{token}', {
    summary: 'Aviso assinado do Stark Bank de que algo mudou: faz olhar, nunca é acreditado.',
    body: z.looseObject({}),
    returns: Done,
    public: true,
    signed: 'digital-signature',
    tenant: 'none',
    own: true,
    fails: ['permission.denied', 'provider.unavailable'],
  }),
  disconnect: endpoint('DELETE /v1/companies/{c}/stark_account', {
    summary: 'Desconecta a conta Stark Bank e apaga a chave; o extrato já lido fica. Com dinheiro em andamento é recusado.',
    returns: Done,
    needs: 'digital_account:d',
    writes,
    irreversible: true,
    own: true,
    fails: ['auth.step_up_required', 'conflict.not_editable'],
  }),
})
