/** What clerks type, written down before any of it was tried: by the screen they are on. */
import type { Meant } from './palette-queries.ts'

export const CLERK_ANYWHERE: Meant = [
  ['go.bills', 'o que tenho pra pagar', 'contas do mês', 'boletos a pagar', 'vence hoje', 'o que vence hoje', 'vencimentos'],
  ['go.receivables', 'quem me deve', 'o que tenho a receber', 'títulos a receber', 'mensalidades a receber'],
  ['go.billings', 'cobrar inadimplentes', 'clientes devendo', 'boletos em aberto', 'lista de cobrança'],
  ['go.entries', 'extrato do caixa', 'movimentação do mês', 'fluxo d caixa'],
  ['go.conciliation', 'conciliar extrato', 'conciliaçao bancaria', 'bater banco', 'conferir extrato'],
  ['import.upload', 'importar ofx do itau', 'subir ofx', 'carregar extrato', 'importar extratos'],
  ['go.accounts', 'saldo da conta', 'meus bancos', 'conta corrente'],
  ['go.taxes', 'guias a pagar', 'impostos do mês'],
  ['go.reports.income-statement', 'lucro', 'resultado do ano', 'faturamento e despesas'],
  ['go.reports.cash-flow', 'fluxo de caixa projetado', 'previsão de caixa'],
  ['go.reports.close', 'fechar o mês', 'arquivo da contabilidade', 'exportar para o contador'],
  ['go.contacts', 'cadastro', 'clientes e fornecedores', 'agenda de fornecedores'],
  ['contact.create', 'cadastrar fornecedor novo', 'novo cadastro de cliente', 'criar fornecedor'],
  ['bill.create', 'lançar uma conta', 'incluir despesa', 'cadastrar conta a pagar'],
  ['receivable.create', 'lançar recebimento', 'nova venda', 'incluir receita', 'nova mensalidade'],
  ['service-invoice.create', 'fazer nota fiscal', 'gerar nfse', 'nota para cliente', 'emissão de nota'],
  ['go.capture', 'notas contra meu cnpj', 'xml de compra', 'notas que recebi'],
  ['go.certificate', 'vencimento do certificado', 'certificado da empresa'],
  ['go.documents', 'contracheque', 'guardar documento', 'pasta de documentos'],
  ['go.history', 'quem alterou', 'quem excluiu', 'recuperar excluídos'],
  ['go.users', 'usuários do sistema', 'liberar acesso', 'trocar permissão'],
  ['company.switch', 'ir para outra empresa', 'mudar empresa', 'trocar cliente'],
  ['profile.password', 'esqueci a senha', 'nova senha'],
  ['go.duplicates', 'lançamentos duplicados', 'contas repetidas'],
  ['transfer.create', 'transferir para outra conta', 'lançar transferência'],
  ['go.wallet.receipts', 'comprovante do pix'],
  ['go.payments', 'lote de pagamentos', 'remessa bancária', 'autorizar pagamentos'],
  ['range.close', 'travar mês', 'bloquear período'],
  ['theme.toggle', 'tela escura', 'modo noturno'],
]

export const CLERK_IN_LIST: Meant = [
  ['bill.split', 'dividir conta', 'dividir em parcelas', 'quebrar em 3'],
  ['= bill.split', 'dividir em 3x', 'parcelar 6', 'desmembrar em 2'],
  ['= bill.due', 'adiar 10 dias', 'vencimento amanhã', 'venc dia 20', 'mudar vencimento pra sexta', 'vence 15/12'],
  ['= bill.move', 'mover p/ pago', 'quitar farinha'],
  ['= bill.conciliate', 'dar baixa hoje', 'paguei hoje', 'dar baixa na farinha'],
  ['bill.move', 'marcar pago', 'baixar como pago'],
  ['= bill.category', 'categoria energia', 'cat aluguel', 'classificar como energia'],
  ['= bill.account', 'conta sicoob'],
  ['= filter.set', 'filtrar acima de 1000', 'filtrar menor que 200', 'filtrar vence hoje', 'filtrar energia', 'filtrar entre 100 e 500'],
  [
    '= bill.create',
    'nova conta 89,90 luz dia 10',
    'nova conta de luz 120',
    'lançar 1500 aluguel 05/12',
    'despesa 45 granja hoje',
    'nova conta granja 250',
  ],
  ['= bill.pay', 'pagar a energia', 'pagar farinha'],
  ['= go.bills', 'ir p granja vencidas', 'ver contas da granja', 'ir para contas a pagar da oficina'],
  ['bill.attach', 'anexar nota', 'anexar comprovante'],
  ['bill.duplicate', 'copiar conta', 'lançar igual'],
  ['bill.move', 'desfazer pagamento', 'voltar para pendente'],
  ['period.next', 'mês seguinte'],
]

export const CLERK_MARKED: Meant = [
  ['= bill.move', 'mover pra pago', 'mover pendente'],
  ['bill.move', 'marcar como paga', 'dar baixa'],
  ['= bill.due', 'adiar 1 semana', 'vencimento +1m', 'venc 05/01', 'jogar para 20/12'],
  ['= bill.category', 'cat manutenção', 'categoria matéria prima'],
  ['bill.delete', 'excluir selecionadas', 'apagar tudo'],
  ['bill.pay', 'pagar tudo', 'pagar essas contas'],
]

export const CLERK_AT_BENCH: Meant = [
  ['reconcile.create', 'criar lançamento', 'lançar despesa', 'nova despesa'],
  ['reconcile.ignore', 'ignorar linha', 'deixar de fora'],
  ['reconcile.review', 'aceitar tudo', 'conciliar tudo', 'certos'],
  ['reconcile.transfer', 'é transferência', 'transferir entre contas'],
  ['= reconcile.categorise', 'categoria tarifas', 'cat aluguel'],
  ['reconcile.search', 'achar conta', 'procurar título'],
  ['reconcile.rule', 'sempre assim'],
]
