// The error catalogue: the server refuses only with these ids, and the client reads titles and texts from the same rows. Never rename or reuse an id.

import { formatCount } from '#domain/text.ts'

export type ClientAction = 'toast' | 'field' | 'dialog' | 'sign_out' | 'silent'

interface CatalogueRow {
  status: number
  title: string
  /** Final pt-BR text; facts given by the thrower fill its `{name}`s, and a number chooses the words about it: `{n:# item|# itens}`. */
  message: string
  retryable?: true
  client?: ClientAction
}

export const ERRORS = {
  'auth.invalid_credentials': { status: 401, title: 'Não foi possível entrar', message: 'Documento ou senha incorretos.', client: 'field' },
  'auth.otp_invalid': {
    status: 422,
    title: 'Código inválido',
    message: 'Confira o código. {n:Resta # tentativa|Restam # tentativas}.',
    client: 'field',
  },
  'auth.otp_expired': { status: 422, title: 'Código inválido', message: 'O código expirou. Peça um novo.', client: 'field' },
  'auth.otp_locked': { status: 429, title: 'Muitas tentativas', message: 'Aguarde {t} para tentar de novo.', client: 'field' },
  'auth.locked': { status: 429, title: 'Muitas tentativas', message: 'Aguarde {t} para tentar de novo.', client: 'field' },
  'auth.token_expired': { status: 401, title: 'Sessão expirada', message: 'Entre novamente para continuar.', client: 'silent' },
  'auth.session_revoked': { status: 401, title: 'Sessão encerrada', message: 'Entre novamente para continuar.', client: 'sign_out' },
  'auth.key_invalid': {
    status: 401,
    title: 'Chave não aceita',
    message: 'Esta chave de API não existe ou foi revogada. Crie outra em Chaves de API.',
  },
  'auth.step_up_required': {
    status: 403,
    title: 'Confirme que é você',
    message: 'Digite o código enviado ao seu celular.',
    client: 'dialog',
  },
  'permission.denied': { status: 403, title: 'Sem permissão', message: 'Seu cargo não permite esta ação.' },
  'resource.not_found': { status: 404, title: 'Não encontrado', message: 'Este registro não existe ou não está disponível para você.' },
  'validation.failed': { status: 422, title: 'Confira os campos', message: '{motivo}', client: 'field' },
  'request.malformed': { status: 400, title: 'Pedido inválido', message: 'Não entendemos o envio.' },
  'request.timeout': {
    status: 408,
    title: 'Envio interrompido',
    message: 'O envio demorou demais e foi interrompido. Tente de novo.',
    retryable: true,
  },
  'request.too_large': { status: 413, title: 'Pedido inválido', message: 'O envio passa de {n}.' },
  'request.unsupported_type': { status: 415, title: 'Pedido inválido', message: 'Formato não aceito.' },
  'conflict.stale_version': {
    status: 409,
    title: 'Registro alterado',
    message: 'Outra pessoa mudou este registro. Veja a versão atual e tente de novo.',
  },
  'conflict.invalid_transition': { status: 409, title: 'Situação não permitida', message: '{motivo}' },
  'conflict.not_editable': { status: 409, title: 'Alteração não permitida', message: '{motivo}' },
  'conflict.already_exists': { status: 409, title: 'Já existe', message: '{motivo}' },
  'conciliation.already_done': { status: 409, title: 'Já conciliado', message: 'Este lançamento já foi conciliado{por}.' },
  'conciliation.mismatch': { status: 422, title: 'Valores não fecham', message: '{motivo}' },
  'conciliation.not_done': { status: 409, title: 'Não conciliado', message: 'Este lançamento não está conciliado.' },
  'period.closed': { status: 409, title: 'Período fechado', message: 'Reabra o período para alterar lançamentos de {data}.' },
  'period.overlap': { status: 409, title: 'Período já fechado', message: 'O intervalo cruza um período já fechado, de {inicio} a {fim}.' },
  'undo.blocked': { status: 409, title: 'Não dá para desfazer', message: 'Há alterações posteriores neste registro.' },
  'undo.expired': { status: 409, title: 'Não dá para desfazer', message: 'O prazo para desfazer esta ação terminou.' },
  'bulk.rejected': { status: 422, title: 'Nada foi alterado', message: '{n:# item não pode mudar|# itens não podem mudar}: veja a lista.' },
  'bulk.too_many': { status: 422, title: 'Nada foi alterado', message: 'Selecione até {n} itens.' },
  'idempotency.in_progress': { status: 409, title: 'Já estamos processando', message: 'Aguarde um instante.', retryable: true },
  'idempotency.key_reused': { status: 422, title: 'Envio repetido', message: 'Envio repetido com dados diferentes.' },
  'handover.unmapped': {
    status: 422,
    title: 'Falta mapear',
    message: '{n:# lançamento não tem|# lançamentos não têm} conta contábil: complete o de-para, ou entregue sem {n:ele|eles}.',
  },
  'handover.nothing_new': { status: 409, title: 'Já entregue', message: 'Este período já foi entregue e nada mudou desde então.' },
  'handover.refused': { status: 422, title: 'Arquivo não gerado', message: '{motivo}' },
  'import.file_rejected': { status: 422, title: 'Arquivo não importado', message: '{motivo}' },
  'import.row_errors': { status: 422, title: 'Arquivo não importado', message: '{n:# linha|# linhas} com erro; nada foi importado.' },
  'import.not_ready': {
    status: 409,
    title: 'Importação em andamento',
    message: 'A leitura do arquivo ainda não terminou.',
    retryable: true,
  },
  'import.already_done': { status: 409, title: 'Importação encerrada', message: 'Este arquivo já foi importado ou descartado.' },
  'file.lost': {
    status: 410,
    title: 'Arquivo perdido',
    message: 'O arquivo {nome} não está no armazenamento, ou está danificado. Peça a quem cuida do Razão que o restaure de uma cópia.',
  },
  'attachment.rejected': { status: 422, title: 'Anexo não aceito', message: '{motivo}' },
  'certificate.password_wrong': { status: 422, title: 'Certificado não aceito', message: 'Senha incorreta.', client: 'field' },
  'certificate.expired': { status: 422, title: 'Certificado não aceito', message: 'Venceu em {data}.' },
  'certificate.wrong_company': { status: 422, title: 'Certificado não aceito', message: 'Pertence a {cnpj}.' },
  'certificate.unreadable': { status: 422, title: 'Certificado não aceito', message: 'Arquivo ilegível.' },
  'certificate.lost': {
    status: 409,
    title: 'Certificado ilegível',
    message: 'A chave deste servidor mudou e ele não abre mais o certificado guardado: envie-o de novo.',
  },
  'certificate.untrusted': {
    status: 422,
    title: 'Certificado não aceito',
    message: 'A cadeia do certificado não chega a uma autoridade confiável da ICP-Brasil.',
  },
  'certificate.required': {
    status: 409,
    title: 'Certificado necessário',
    message: 'Envie o certificado digital da empresa antes de emitir.',
  },
  'note_search.not_ready': { status: 409, title: 'Falta um passo antes', message: '{motivo}' },
  'invoice.not_enabled': { status: 409, title: 'Emissão não ativada', message: '{motivo}' },
  'invoice.limit_reached': {
    status: 409,
    title: 'Limite do plano atingido',
    message: 'A empresa já emitiu {n:a # nota|as # notas} deste mês. Mude de plano ou espere o próximo mês.',
  },
  'category.setup_done': { status: 409, title: 'Categorias já criadas', message: 'A empresa já tem um plano de contas.' },
  'invitation.expired': { status: 409, title: 'Convite expirado', message: 'Peça um novo convite.' },
  'invitation.last_owner': { status: 409, title: 'Alteração não permitida', message: 'A empresa precisa de um proprietário.' },
  'role.in_use': { status: 409, title: 'Cargo em uso', message: 'Troque o cargo dos usuários antes.' },
  'registry.not_found': { status: 404, title: 'Cadastro não encontrado', message: 'Confira o número do documento.' },
  'rate.limited': { status: 429, title: 'Muitos pedidos', message: 'Tente em {t}.', retryable: true },
  'server.busy': { status: 503, title: 'Servidor ocupado', message: 'Estamos com muito movimento.', retryable: true },
  'storage.unavailable': {
    status: 503,
    title: 'Não foi possível salvar',
    message: 'Não foi possível salvar. Nada foi alterado.',
    retryable: true,
  },
  'payment.possible_duplicate': {
    status: 409,
    title: 'Pagamento parecido',
    message: 'Já existe um envio igual há {t}. Confirme para enviar outro.',
  },
  'payment.outcome_unknown': {
    status: 202,
    title: 'Confirmando pagamento',
    message: 'Avisaremos assim que o banco responder. Não envie de novo.',
  },
  'payment.limit_exceeded': { status: 422, title: 'Limite excedido', message: 'Limite disponível agora: {v}.' },
  'payment.on_hold': {
    status: 403,
    title: 'Pagamentos em espera',
    message: 'O celular que recebe seus códigos mudou há pouco. Por segurança, você volta a pagar em {t}.',
  },
  'payment.insufficient_funds': { status: 422, title: 'Saldo insuficiente', message: 'Saldo insuficiente.' },
  'digital_account.not_open': {
    status: 409,
    title: 'Conta digital não aberta',
    message: 'Abra a conta digital da empresa para pagar e receber por aqui.',
  },
  'pix.key_not_found': { status: 404, title: 'Chave não encontrada', message: 'Confira a chave Pix.' },
  'boleto.not_found': { status: 404, title: 'Boleto não encontrado', message: 'Boleto não encontrado.' },
  'provider.unavailable': { status: 503, title: 'Serviço externo indisponível', message: 'Tente mais tarde.', retryable: true },
  'provider.rejected': { status: 422, title: 'Recusado pelo serviço externo', message: '{motivo}' },
  'server.failed': {
    status: 500,
    title: 'Erro no servidor',
    message: 'Parece que tivemos um problema em nossos servidores. Estamos trabalhando para resolver isso o mais rápido possível.',
    retryable: true,
  },
} as const satisfies Record<string, CatalogueRow>

export type ErrorId = keyof typeof ERRORS

/** Of whatever puts lines of a statement and titles together. */
export const GROUP_REFUSALS = [
  'conciliation.already_done',
  'conciliation.mismatch',
  'conflict.invalid_transition',
  'period.closed',
] as const satisfies readonly ErrorId[]

/** What to do about a refusal that another try does not mend, where its text does not say so. */
export const REMEDIES: Partial<Record<ErrorId, string>> = {
  'permission.denied': 'Quem administra a empresa pode dar este direito ao seu cargo, em Pessoas.',
  'resource.not_found': 'Ele pode ter sido excluído: o Histórico diz por quem. Volte à lista e escolha outro.',
  'request.malformed': 'Recarregue a página: ela pode ser de uma versão anterior.',
}

export interface ErrorDetail {
  /** The record or field that the refusal concerns: a field path, or an id of a bulk call. */
  field: string
  id: ErrorId
  message: string
}

/** The body of every refusal. */
export interface ErrorBody {
  id: string
  message: string
  request_id: string
  details?: ErrorDetail[]
  /** Seconds. */
  retry_after?: number
  /** The stored record, when the caller's version was stale. */
  current?: unknown
  /** The challenge to answer, when a step-up is required. */
  challenge_id?: string
}

/** The default description (SPEC.md, Errors), for a refusal without a text. */
export const DEFAULT_ERROR_MESSAGE = ERRORS['server.failed'].message
export const DEFAULT_ERROR_TITLE = ERRORS['server.failed'].title

export function isErrorId(id: string): id is ErrorId {
  return Object.hasOwn(ERRORS, id)
}

/** The final text of a catalogue row with its facts filled in. */
export function errorText(id: ErrorId, facts: Record<string, string | number> = {}): string {
  return ERRORS[id].message.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const fact = facts[name] ?? ''
    if (one === undefined || many === undefined) return String(fact)
    return (fact === 1 ? one : many).replace('#', typeof fact === 'number' ? formatCount(fact) : fact)
  })
}
