// The manual of money: what is owed and due, the bank, and what the bank and the books say of each other.
import type { ManualPages } from './page.ts'

type Money =
  | 'dashboard'
  | 'bills'
  | 'receivables'
  | 'entries'
  | 'conciliation'
  | 'statements.imports'
  | 'accounts'
  | 'connections'
  | 'wallet'
  | 'payments'
  | 'payment_files'
  | 'transfers'
  | 'duplicates'
  | 'periods'
  | 'capture'
  | 'billings'

export const moneyPages = {
  dashboard: {
    about:
      'O Início diz em uma frase como o mês está e mostra o saldo dos últimos trinta dias e dos próximos trinta. O que vem depois de hoje é previsto com o que está lançado. Cada número leva à lista de onde ele vem.',
    tasks: [
      {
        title: 'Ver o que entrou e saiu em um dia',
        steps: [
          'Passe o mouse pelo gráfico do saldo, ou ande pelos dias:',
          { run: 'home.day-previous' },
          { run: 'home.day-next' },
          { run: 'home.day-open' },
        ],
      },
      {
        title: 'Confirmar o que o banco já confirma',
        steps: [
          'Leia no cartão quantas contas o extrato confirma, e por quê.',
          { run: 'reconcile.certain' },
          'Se algo não era para confirmar, desfaça:',
          { run: 'global.undo' },
        ],
      },
    ],
  },
  bills: {
    about:
      'Aqui está tudo o que a empresa tem a pagar, do mais atrasado ao mais distante. Uma conta entra à mão, por foto ou PDF, por planilha ou por uma nota recebida. Quando é paga, ela vai para o fim da lista e pode ser ligada à linha do extrato.',
    tasks: [
      {
        title: 'Lançar uma conta',
        steps: [
          { run: 'bill.create' },
          'Diga quanto, para quem e até quando; o resto pode ficar para depois.',
          'Com o papel em mãos, deixe que ele seja lido:',
          { run: 'bill.from-paper' },
        ],
      },
      {
        title: 'Pagar uma conta',
        steps: [
          'Clique na conta para abri-la ao lado da lista.',
          { run: 'bill.pay_now' },
          'Confira o nome que o banco diz antes de confirmar.',
          'Para pagar em outro dia, mude o campo Quando: a ordem sai sozinha às 7h daquele dia, e até lá pode ser cancelada.',
          'Já pagou em outro lugar? Só marque:',
          { run: 'bill.settle' },
        ],
      },
      {
        title: 'Mudar muitas contas de uma vez',
        steps: [
          'Marque as contas pela caixa de cada linha, ou com as teclas:',
          { run: 'grid.toggle' },
          { run: 'bill.due' },
          { run: 'bill.category' },
          { run: 'bill.move' },
        ],
      },
    ],
  },
  receivables: {
    about:
      'Aqui está tudo o que a empresa tem a receber. De cada conta pode sair uma cobrança com boleto e Pix, que dá baixa sozinha quando o cliente paga. O que venceu e ninguém pagou fica no alto.',
    tasks: [
      { title: 'Lançar o que um cliente deve', steps: [{ run: 'receivable.create' }, 'Diga quanto, de quem e para quando.'] },
      {
        title: 'Cobrar um cliente',
        steps: ['Abra a conta.', { run: 'receivable.charge' }, 'Mande ao cliente o link, o boleto ou o Pix que aparecem.'],
      },
      {
        title: 'Deixar o cliente escolher entre Pix e boleto do seu banco',
        steps: [
          'Cobre por Pix:',
          { run: 'receivable.charge' },
          'E faça o boleto da mesma conta:',
          { run: 'receivable.slip' },
          'Os dois ficam em aberto, e a conta mostra em Como o cliente paga em que pé está cada um.',
          'Pago o Pix, a baixa do boleto vai na próxima remessa: até o banco confirmar, o boleto ainda pode ser pago. Pago o boleto, a cobrança por Pix é cancelada assim que o retorno do banco é lido.',
          'Se o cliente pagar os dois, a conta é quitada uma vez só e você é avisado: devolva um deles.',
        ],
      },
      {
        title: 'Dar baixa no que foi recebido',
        steps: ['Abra a conta.', { run: 'receivable.settle' }, 'Diga em que banco e em que dia o dinheiro entrou.'],
      },
    ],
  },
  entries: {
    about:
      'O Fluxo de caixa junta entradas e saídas em uma só lista, com o saldo depois de cada uma. Serve para ver um período inteiro e para achar um lançamento sem saber de que lado ele está.',
    tasks: [
      {
        title: 'Achar um lançamento',
        steps: [{ run: 'filter.focus' }, 'Escreva parte do nome, um valor ou palavras como vencida e sem categoria.'],
      },
      {
        title: 'Trazer lançamentos de uma planilha',
        steps: [{ run: 'entry.import' }, 'Diga que coluna é cada campo e confira antes de gravar.'],
      },
    ],
  },
  conciliation: {
    about:
      'A conciliação põe cada linha do extrato ao lado da conta que ela paga. As sugestões dizem por que foram escolhidas: valor, data, nome. O que é certo pode ser aceito de uma vez, e o resto é decidido linha a linha.',
    tasks: [
      {
        title: 'Conciliar uma linha',
        steps: [
          'Escolha a linha à esquerda e leia as sugestões à direita.',
          { run: 'reconcile.accept' },
          'Se o valor não bate, explique a diferença:',
          { run: 'reconcile.difference' },
        ],
      },
      {
        title: 'Aceitar tudo o que é certo',
        steps: [{ run: 'reconcile.review' }, 'Leia o que vai ser aceito e confirme. Uma só tecla desfaz tudo:', { run: 'global.undo' }],
      },
      {
        title: 'Linha que não tem conta',
        steps: [
          { run: 'reconcile.create' },
          'Se for dinheiro entre contas suas:',
          { run: 'reconcile.transfer' },
          'Para que as próximas se resolvam sozinhas:',
          { run: 'reconcile.rule' },
        ],
      },
    ],
  },
  'statements.imports': {
    about:
      'Cada arquivo de extrato enviado fica guardado aqui, com o que entrou, o que ficou de fora e quem enviou. Uma importação inteira pode ser desfeita.',
    tasks: [
      {
        title: 'Importar um extrato',
        steps: [{ run: 'import.upload' }, 'Escolha o arquivo OFX, CSV, PDF ou CNAB que o banco deu.', 'Confira as linhas e grave.'],
      },
      { title: 'Desfazer uma importação', steps: ['Escolha a importação na lista.', { run: 'import.undo' }] },
    ],
  },
  accounts: {
    about:
      'As contas de banco e os caixas da empresa, com o saldo de cada uma. Uma conta pode trazer o extrato sozinha, pela conexão com o banco, ou por arquivo.',
    tasks: [
      {
        title: 'Cadastrar uma conta',
        steps: [{ run: 'account.create' }, 'Escolha o banco e escreva agência e conta. O saldo inicial é o do dia em que você começa.'],
      },
      { title: 'Receber o extrato todo dia', steps: [{ run: 'account.connect' }, 'Autorize no site do banco e volte.'] },
      { title: 'Ver o extrato de uma conta', steps: ['Escolha a conta.', { run: 'account.statement' }] },
    ],
  },
  connections: {
    about:
      'Os bancos que mandam o extrato sozinhos, pelo open finance: como cada um está, quando veio pela última vez e até quando vale a sua autorização.',
    tasks: [
      {
        title: 'Conectar um banco',
        steps: [{ run: 'connection.create' }, 'Escolha o banco, leia o que ele passa a compartilhar e autorize.'],
      },
      { title: 'Trazer agora o que há de novo', steps: ['Escolha a conexão.', { run: 'connection.sync' }] },
      { title: 'Renovar a autorização', steps: ['Escolha a conexão.', { run: 'connection.renew' }] },
      { title: 'Parar de receber', steps: ['Escolha a conexão.', { run: 'connection.disconnect' }] },
    ],
  },
  wallet: {
    about:
      'A conta digital da empresa: por ela saem Pix e boletos, entram cobranças e ficam os comprovantes. Cada pagamento mostra antes quem o banco diz que vai receber.',
    tasks: [
      {
        title: 'Fazer um Pix',
        steps: [{ run: 'wallet.pix' }, 'Escreva a chave ou cole o código e confira o nome.', 'Confirme com o código que chega no celular.'],
      },
      {
        title: 'Fazer um Pix para quem não tem chave',
        steps: [
          { run: 'wallet.pix' },
          'Em Agência e conta, escolha o contato: o que o cadastro sabe dele vem preenchido.',
          'O que você escrever pode ficar guardado no contato, para a próxima vez e para a remessa de pagamentos.',
        ],
      },
      { title: 'Pagar um boleto', steps: [{ run: 'wallet.boleto' }, 'Cole a linha digitável.'] },
      { title: 'Receber com QR Code', steps: [{ run: 'wallet.receive' }] },
      {
        title: 'Usar a conta que a empresa tem no Stark Bank',
        steps: [
          { run: 'stark_account.connect' },
          'Copie a chave pública e, no Stark Bank, crie um projeto com ela.',
          { run: 'stark_account.project' },
          'Quando o banco reconhece a chave, a conta passa a valer sozinha.',
        ],
      },
    ],
  },
  payments: {
    about:
      'Uma ordem junta várias contas para pagar de uma vez. Quem pode aprovar confere e aprova; quem pode enviar manda ao banco. O que falhar pode ser tentado de novo.',
    tasks: [
      { title: 'Montar uma ordem', steps: [{ run: 'payment_order.create' }, 'Marque em Contas a pagar o que entra nela e confirme.'] },
      {
        title: 'Aprovar e enviar',
        steps: ['Abra a ordem e leia quem recebe cada pagamento.', { run: 'payment_order.approve' }, { run: 'payment_order.send' }],
      },
      {
        title: 'Pagar em outro dia',
        steps: [
          'Ao montar a ordem, diga no campo Quando o dia em que ela sai.',
          'Mudou de ideia antes do dia? Envie já, ou cancele:',
          { run: 'payment_order.cancel' },
        ],
      },
      { title: 'Mandar a ordem para alguém ver', steps: [{ run: 'payment_order.link' }] },
    ],
  },
  payment_files: {
    about:
      'Pagar por um arquivo que você envia ao banco da empresa, quando o banco não está conectado. As contas ficam presas na remessa até saírem dela ou o banco responder, e só são pagas quando o retorno diz.',
    tasks: [
      {
        title: 'Pagar contas por arquivo',
        steps: [
          { run: 'payment_agreement.create' },
          'Marque em Contas a pagar o que vai no arquivo e escolha “Pagar por arquivo do banco”.',
          { run: 'payment_file.generate' },
          'Envie o arquivo pelo site do banco e autorize lá.',
          { run: 'payment_file.send' },
        ],
      },
      {
        title: 'Ler a resposta do banco',
        steps: [
          { run: 'slip-return.read' },
          'O que o banco recusou volta a estar em aberto, com o motivo.',
          { run: 'payment_file.answer' },
        ],
      },
      {
        title: 'Desistir de um pagamento',
        steps: ['Antes de gerar o arquivo, tire a conta da remessa.', { run: 'payment_file.take_out' }],
      },
    ],
  },
  transfers: {
    about:
      'Dinheiro que muda de uma conta sua para outra não é receita nem despesa. Aqui ficam as transferências feitas, e as que o sistema sugere ao ver a mesma quantia sair de um banco e entrar em outro.',
    tasks: [
      { title: 'Registrar uma transferência', steps: [{ run: 'transfer.create' }, 'Escolha de onde sai, para onde vai, quanto e quando.'] },
      { title: 'Usar as sugestões', steps: [{ run: 'transfer.tab' }, 'Marque as que são verdade.', { run: 'transfer.accept' }] },
    ],
  },
  duplicates: {
    about: 'Lançamentos que parecem o mesmo escrito duas vezes aparecem aqui em grupos. Nada é excluído sem a sua resposta.',
    tasks: [
      {
        title: 'Decidir um grupo',
        steps: [
          'Compare os lançamentos, lado a lado.',
          { run: 'duplicate.accept' },
          'Se são coisas diferentes:',
          { run: 'duplicate.ignore' },
        ],
      },
    ],
  },
  periods: {
    about:
      'Um período fechado não aceita mais mudança: nem à mão, nem por importação, nem por regra. Fechar protege o que já foi entregue à contabilidade; reabrir fica registrado.',
    tasks: [
      { title: 'Fechar um período', steps: [{ run: 'range.close' }, 'Escolha até que dia, e confirme.'] },
      { title: 'Reabrir um período', steps: ['Escolha o período na lista.', { run: 'range.reopen' }] },
    ],
  },
  capture: {
    about:
      'As notas que fornecedores emitiram contra a empresa chegam aqui sozinhas, ou por arquivo XML. De cada uma sai a conta a pagar, com fornecedor, valor e vencimento já escritos.',
    tasks: [
      {
        title: 'Lançar uma nota',
        steps: ['Escolha a nota.', { run: 'capture.book' }, 'Para dizer antes a categoria e a conta:', { run: 'capture.book-as' }],
      },
      {
        title: 'Receber o XML completo de um resumo',
        steps: ['Escolha o resumo.', { run: 'capture.acknowledge' }, 'Para todos os que vierem:', { run: 'capture.acknowledge-on' }],
      },
      {
        title: 'Dizer à SEFAZ como a compra terminou',
        steps: [
          'Escolha a nota. O que se registra não se desfaz.',
          { run: 'capture.confirm' },
          'Se a empresa não comprou:',
          { run: 'capture.unrecognise' },
          'Se a compra não se concluiu:',
          { run: 'capture.unfulfilled' },
        ],
      },
      {
        title: 'Buscar uma nota só',
        steps: [{ run: 'capture.find' }, 'Escreva os 44 dígitos da chave, ou passe o leitor no código de barras do DANFE.'],
      },
      { title: 'Recusar uma nota que não é sua', steps: [{ run: 'capture.reject' }] },
    ],
  },
  billings: {
    about:
      'As cobranças emitidas, com boleto e Pix, e em que pé está cada uma. Quando o cliente paga, a conta a receber é quitada sozinha.',
    tasks: [
      { title: 'Cobrar', steps: [{ run: 'charge.create' }, 'Escolha o cliente, o valor e o vencimento.'] },
      {
        title: 'Lembrar quem não pagou',
        steps: ['Escolha a cobrança.', { run: 'charge.message' }, 'Cole a mensagem no WhatsApp ou no e-mail.'],
      },
      { title: 'Cancelar ou devolver', steps: [{ run: 'charge.cancel' }, 'Se já foi paga:', { run: 'charge.refund' }] },
    ],
  },
} satisfies ManualPages<Money>
