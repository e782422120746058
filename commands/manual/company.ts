// The manual of what surrounds the money: notes and taxes, registers, reports, the company and its people.

import type { moneyPages } from './money.ts'
import type { officePages } from './office.ts'
import type { ManualPages, RailScreen } from './page.ts'

type Rest = Exclude<RailScreen, keyof typeof moneyPages | keyof typeof officePages>

export const companyPages = {
  taxes: {
    about:
      'Os impostos da empresa, calculados com o que está lançado, e as guias de cada um. A conta mostra o cálculo passo a passo, e avisa quando falta algum dado.',
    tasks: [
      { title: 'Emitir e pagar uma guia', steps: ['Abra o imposto e leia como foi calculado.', { run: 'tax.issue' }, { run: 'tax.pay' }] },
      {
        title: 'Pagar um DARF sem código de barras',
        steps: [
          { run: 'tax.create' },
          'Escolha DARF e escreva o código da receita e o período de apuração; a conta a pagar nasce junto.',
          'Em contas a pagar, marque a conta e peça Pagar por arquivo do banco: o DARF vai com a multa e os juros do dia.',
          'Quando o retorno diz que foi pago, a multa e os juros entram ao lado da conta.',
        ],
      },
      {
        title: 'Corrigir um imposto de valor informado',
        steps: [
          'Abra o imposto.',
          { run: 'tax.correct' },
          'Enquanto nada o pagou, o valor, o vencimento e os dados do DARF podem mudar; a conta a pagar acompanha. Se ele está numa remessa, tire a conta de lá antes.',
        ],
      },
      {
        title: 'Corrigir o cálculo',
        steps: ['Confira o regime e as categorias de receita:', { run: 'tax.profile' }, { run: 'tax.recompute' }],
      },
    ],
  },
  annual_statements: {
    about:
      'A declaração de faturamento de cada ano, já preenchida com o que foi lançado mês a mês. O recibo da entrega fica guardado aqui.',
    tasks: [
      { title: 'Entregar a declaração', steps: [{ run: 'annual_statement.create' }, 'Escolha o ano, confira os valores e entregue.'] },
    ],
  },
  service_invoices: {
    about: 'As notas de serviço emitidas e as que a prefeitura ainda não respondeu. Para emitir bastam duas respostas: para quem e quanto.',
    tasks: [
      {
        title: 'Emitir uma nota',
        steps: [
          { run: 'service-invoice.create' },
          'Escolha o cliente e escreva o valor. O serviço é o da última nota.',
          'Emita e mande o link ao cliente.',
        ],
      },
      { title: 'Repetir uma nota', steps: ['Escolha a nota.', { run: 'invoice.replicate' }] },
      { title: 'Cancelar uma nota', steps: ['Escolha a nota.', { run: 'invoice.cancel' }, 'Escreva o motivo.'] },
    ],
  },
  product_invoices: {
    about:
      'As notas de produto (NF-e) emitidas e recebidas. Antes da primeira, a tela diz o que falta: certificado, inscrição estadual, endereço.',
    tasks: [
      {
        title: 'Emitir uma nota',
        steps: [{ run: 'product-invoice.create' }, 'Escolha o cliente e os produtos.', { run: 'invoice.transmit' }],
      },
      { title: 'Guardar XML e PDF', steps: ['Escolha a nota.', { run: 'invoice.xml' }, { run: 'invoice.pdf' }] },
    ],
  },
  consumer_invoices: {
    about: 'As notas de consumidor (NFC-e) das vendas de balcão. Emitidas sem internet, ficam esperando e são transmitidas depois.',
    tasks: [
      {
        title: 'Emitir uma nota',
        steps: [{ run: 'consumer-invoice.create' }, 'Escolha os produtos e a forma de pagamento.', { run: 'invoice.transmit' }],
      },
    ],
  },
  contacts: {
    about:
      'Clientes e fornecedores, com documento, endereço e como falar com cada um. Um contato completo deixa notas e pagamentos prontos sem nova pergunta.',
    tasks: [
      {
        title: 'Cadastrar um contato',
        steps: [{ run: 'contact.create' }, 'Escreva o CNPJ ou CPF: nome e endereço vêm do cadastro público.'],
      },
      {
        title: 'Pagar quem não tem chave Pix',
        steps: [
          'Abra o contato.',
          { run: 'contact.edit' },
          'Escolha o banco e escreva a agência e a conta com o dígito; o titular, só se a conta é de outra pessoa.',
          'Daí em diante as contas deste contato são pagas por esses dados, pela conta digital ou num arquivo do banco.',
        ],
      },
      { title: 'Ver o que há com um contato', steps: ['Abra o contato.', { run: 'contact.bills' }, { run: 'contact.receivables' }] },
    ],
  },
  categories: {
    about:
      'As categorias dizem para onde vai e de onde vem o dinheiro, e formam as linhas da DRE. Uma categoria pode ter outras dentro dela, e um valor planejado por mês.',
    tasks: [
      {
        title: 'Criar uma categoria',
        steps: [{ run: 'category.create' }, 'Dentro da que está em foco:', { run: 'category.create-below' }],
      },
      { title: 'Planejar quanto gastar', steps: ['Escolha a categoria.', { run: 'category.budget' }] },
    ],
  },
  rules: {
    about:
      'Uma regra diz: linha do extrato com estas palavras vai sempre para esta categoria e este contato. As regras valem na ordem da lista.',
    tasks: [
      {
        title: 'Criar e aplicar uma regra',
        steps: [{ run: 'rule.create' }, 'Escreva as palavras que a linha contém e escolha a categoria.', { run: 'rule.apply' }],
      },
    ],
  },
  products: {
    about: 'Os produtos que a empresa vende, com preço e códigos fiscais. O que está aqui entra nas notas sem ser escrito de novo.',
    tasks: [
      { title: 'Cadastrar um produto', steps: [{ run: 'product.create' }, 'Escreva nome, preço e NCM.'] },
      { title: 'Trazer muitos de uma planilha', steps: [{ run: 'product.import' }] },
    ],
  },
  services: {
    about: 'Os serviços que a empresa presta, com o código da prefeitura e os impostos de cada um. A nota de serviço começa daqui.',
    tasks: [
      {
        title: 'Cadastrar um serviço',
        steps: [{ run: 'service.create' }, 'Descreva o serviço e escolha o código na lista da prefeitura.'],
      },
    ],
  },
  agreements: {
    about:
      'O convênio de cobrança de uma conta da empresa com o banco: carteira, códigos, juros e multa. Até o banco aprovar os primeiros arquivos, eles saem como teste.',
    tasks: [
      {
        title: 'Começar a registrar boletos no seu banco',
        steps: [{ run: 'agreement.create' }, 'Copie os códigos do contrato com o banco.', 'Envie a primeira remessa e espere a aprovação.'],
      },
      { title: 'Marcar que o banco aprovou', steps: [{ run: 'agreement.edit' }, 'Ligue “O banco aprovou os arquivos”.'] },
    ],
  },
  payment_agreements: {
    about:
      'O convênio de pagamento de uma conta da empresa com o banco. Até o banco aprovar os primeiros arquivos, eles saem como teste, e o retorno não dá contas por pagas sem perguntar.',
    tasks: [
      {
        title: 'Começar a pagar por arquivo',
        steps: [
          { run: 'payment_agreement.create' },
          'Copie agência e conta do contrato com o banco.',
          'Envie o primeiro arquivo e espere a aprovação.',
        ],
      },
      { title: 'Marcar que o banco aprovou', steps: [{ run: 'payment_agreement.edit' }, 'Ligue “O banco aprovou os arquivos”.'] },
    ],
  },
  pix_agreements: {
    about:
      'Se o banco da empresa oferece cobrança por Pix (a API Pix), o que os clientes pagam cai direto na conta que ela tem nele, e o Razão dá por recebido quando o banco confirma.',
    tasks: [
      {
        title: 'Receber por Pix no seu banco',
        steps: [
          { run: 'pix_agreement.create' },
          'Copie os endereços do portal do banco.',
          { run: 'pix_agreement.credentials' },
          { run: 'charge.create' },
          'Em “Receber em”, escolha o banco.',
        ],
      },
      { title: 'Saber se o banco responde', steps: [{ run: 'pix_agreement.test' }, 'A situação diz o que ele respondeu.'] },
    ],
  },
  bank_slips: {
    about:
      'Boletos registrados no banco da empresa por arquivo. A remessa pede o registro e as mudanças; o retorno diz o que o banco fez e quita as contas pagas.',
    tasks: [
      {
        title: 'Fazer boletos',
        steps: [
          'Nas contas a receber, marque as de clientes com documento e endereço e faça o boleto por remessa.',
          { run: 'remittance.generate' },
        ],
      },
      {
        title: 'Enviar e ler a resposta',
        steps: ['Envie o arquivo pelo site do banco.', { run: 'remittance.send' }, { run: 'slip-return.read' }],
      },
      { title: 'Mudar ou cancelar um boleto', steps: [{ run: 'bank-slip.due-date' }, { run: 'bank-slip.write-off' }] },
    ],
  },
  associates: {
    about:
      'Os sócios da empresa, a parte de cada um, os dependentes e os documentos. A contabilidade usa estes dados no pró-labore e nas declarações.',
    tasks: [
      { title: 'Cadastrar um sócio', steps: [{ run: 'associate.create' }, { run: 'associate.dependent' }, { run: 'associate.attach' }] },
    ],
  },
  documents: {
    about: 'Todos os arquivos da empresa em um lugar: os enviados aqui e os anexados a contas, notas e impostos.',
    tasks: [
      { title: 'Guardar um arquivo', steps: [{ run: 'document.upload' }, 'Ou arraste o arquivo para a lista.'] },
      { title: 'Achar e baixar', steps: [{ run: 'filter.focus' }, { run: 'document.download' }] },
    ],
  },
  certificate: {
    about: 'O certificado digital assina as notas e as declarações da empresa. A tela diz até quando ele vale e avisa antes de vencer.',
    tasks: [
      { title: 'Enviar o certificado', steps: [{ run: 'certificate.upload' }, 'Escolha o arquivo .pfx e escreva a senha dele.'] },
      { title: 'Tirar um novo', steps: [{ run: 'appointment.create' }] },
    ],
  },
  reports: {
    about:
      'Cada relatório com o seu número do mês e um desenho de como chegou nele. No alto está o mês em uma página. O período se escolhe na barra de cima.',
    tasks: [
      { title: 'Ver outro mês', steps: [{ run: 'period.previous' }, { run: 'period.next' }, { run: 'period.choose' }] },
      { title: 'Mandar o mês a alguém', steps: [{ run: 'month.share' }, 'Escolha por quanto tempo o link abre e cole-o onde quiser.'] },
    ],
  },
  'reports.month': {
    about:
      'O mês inteiro em uma folha: uma frase, as vendas e os gastos de um ano, dez linhas ao lado do mês anterior, o dinheiro no banco e o que olhar. Os números são os dos relatórios, por competência.',
    tasks: [
      {
        title: 'Mandar a página por um link',
        steps: [
          { run: 'month.share' },
          'Escolha por quanto tempo o link abre. Ele já está copiado: cole no e-mail ou no WhatsApp.',
          'Quem abre não precisa de senha, e só vê esta página.',
        ],
      },
      { title: 'Fechar um link', steps: ['Ao lado da folha estão os links deste mês.', { run: 'month_link.revoke' }] },
      { title: 'Levar em papel', steps: [{ run: 'report.print' }, { run: 'month.pdf' }] },
    ],
  },
  'reports.income-statement': {
    about:
      'A DRE diz quanto a empresa ganhou ou perdeu e de onde veio cada linha. Por competência conta o que é do mês; por caixa, o que foi pago e recebido nele.',
    tasks: [
      { title: 'Ver o que há dentro de uma linha', steps: ['Abra a linha para ver as categorias, e a categoria para ver as contas.'] },
      { title: 'Mudar o jeito de olhar', steps: [{ run: 'report.basis' }, { run: 'report.months' }] },
      { title: 'Levar para uma planilha', steps: [{ run: 'report.download' }] },
    ],
  },
  'reports.budget': {
    about: 'O que foi planejado e o que aconteceu, por categoria e mês. Escreva o plano na própria célula.',
    tasks: [{ title: 'Planejar um mês', steps: ['Clique na célula do mês e escreva o valor.', { run: 'budget.copy-across' }] }],
  },
  'reports.balance': {
    about: 'Banco e livros lado a lado, dia a dia. Onde eles deixam de dizer o mesmo, a tela aponta o que pode explicar.',
    tasks: [{ title: 'Achar a primeira diferença', steps: [{ run: 'ladder.next-break' }, 'Abra o dia para ver os suspeitos.'] }],
  },
  'reports.close': {
    about: 'O que falta para fechar o mês, contado, e o arquivo para a contabilidade.',
    tasks: [
      {
        title: 'Fechar o mês',
        steps: ['Resolva o que está contado; cada linha leva à sua lista.', { run: 'month.close' }, { run: 'report.download' }],
      },
    ],
  },
  handover: {
    about:
      'O arquivo que o programa do escritório de contabilidade importa: o que foi pago, recebido e transferido no período, nas contas do plano dele. Depois de uma entrega, o que mudar é avisado e sai num complemento.',
    tasks: [
      {
        title: 'Entregar o mês',
        steps: [
          'Escolha o mês em cima.',
          { run: 'handover.layout' },
          'Em “O que falta” estão as categorias e contas sem conta contábil.',
          { run: 'handover.create' },
        ],
      },
      { title: 'Pegar o mesmo arquivo de novo, ou cancelar', steps: [{ run: 'handover.download' }, { run: 'handover.cancel' }] },
    ],
  },
  chart: {
    about: 'O plano de contas do escritório. Peça a planilha, a ECD ou o PLANO.TXT a ele; o que sumir de um plano novo fica, marcado.',
    tasks: [{ title: 'Trazer o plano', steps: [{ run: 'chart_account.import' }, 'Confira linha por linha antes de gravar.'] }],
  },
  mappings: {
    about:
      'Que conta contábil é cada categoria, cada conta bancária e, onde se quer, cada contato, com o texto do histórico. O contato vale mais que a categoria, e a categoria mais que a de cima.',
    tasks: [
      { title: 'Começar', steps: [{ run: 'mapping.suggest' }, 'Confira as marcadas e salve cada uma.'] },
      { title: 'Indicar uma conta', steps: [{ run: 'mapping.create' }] },
    ],
  },
  layouts: {
    about:
      'Como o programa do escritório lê o arquivo: colunas ou posições, separador, datas, valores, codificação e as linhas do começo e do fim.',
    tasks: [
      {
        title: 'Fazer o layout do escritório',
        steps: [{ run: 'layout.from-preset' }, { run: 'layout.edit' }, 'A prévia está em Entrega à contabilidade.'],
      },
    ],
  },
  history: {
    about:
      'Tudo o que foi feito na empresa, por quem e quando. Cada alteração pode ser desfeita daqui por trinta dias, se nada mudou depois dela.',
    tasks: [
      {
        title: 'Desfazer algo de ontem',
        steps: ['Ache a alteração na lista.', { run: 'batch.undo' }, 'Se mudar de ideia:', { run: 'batch.redo' }],
      },
      { title: 'Guardar a trilha', steps: [{ run: 'history.trail' }] },
    ],
  },
  users: {
    about:
      'Quem entra nesta empresa e o que cada pessoa pode fazer. O cargo diz o que ela vê e muda; enviar pagamentos e usar o certificado são permitidos à parte.',
    tasks: [
      { title: 'Convidar alguém', steps: [{ run: 'user.invite' }, 'Escreva o e-mail ou o celular e escolha o cargo.'] },
      { title: 'Trocar o cargo ou tirar o acesso', steps: ['Escolha a pessoa.', { run: 'user.role' }, { run: 'user.deactivate' }] },
    ],
  },
  subscription: {
    about: 'O plano da empresa, as mensalidades e o cartão. Trocar de plano vale a partir da próxima mensalidade.',
    tasks: [
      { title: 'Escolher um plano', steps: [{ run: 'subscription.choose' }, { run: 'subscription.pay' }] },
      {
        title: 'Trocar o cartão, ou deixar de usá-lo',
        steps: [
          { run: 'subscription.change-card' },
          'Informe o cartão novo. Ele paga na hora as mensalidades que o anterior não pagou, e o anterior sai da operadora.',
          { run: 'subscription.remove-card' },
          'Sem cartão, cada mensalidade é paga por Pix.',
        ],
      },
    ],
  },
  api_keys: {
    about:
      'Uma chave deixa outro sistema ler ou escrever nesta empresa. Ela aparece uma só vez, quando é criada, e pode ser revogada a qualquer hora.',
    tasks: [
      { title: 'Criar e revogar uma chave', steps: [{ run: 'api-key.create' }, 'Copie a chave e guarde-a.', { run: 'api-key.delete' }] },
    ],
  },
  webhooks: {
    about:
      'Um webhook avisa outro sistema do que acontece nesta empresa: uma conta paga, uma nota emitida, uma linha que chegou do banco. O aviso diz o que mudou e os ids, nunca o conteúdo; quem o recebe confere a assinatura (Standard Webhooks) e lê o resto pela API.',
    tasks: [
      {
        title: 'Avisar um sistema',
        steps: [
          { run: 'webhook.create' },
          'Dê o endereço e escolha os eventos. O segredo que assina os avisos aparece uma só vez.',
          { run: 'webhook.test' },
        ],
      },
      {
        title: 'Quando um aviso não chega',
        steps: [
          'Ele é tentado de novo por três dias. No webhook aberto, cada tentativa diz o que o sistema respondeu.',
          'Consertado o sistema, reenvie o que falhou:',
          { run: 'webhook.replay' },
          { run: 'webhook.turn_on' },
        ],
      },
      { title: 'Trocar o segredo', steps: [{ run: 'webhook.rotate' }, 'Por 24 horas valem o antigo e o novo.'] },
    ],
  },
  settings: {
    about:
      'Os dados da empresa e as suas preferências: tema, densidade das listas, teclas. As preferências são suas e valem em todas as empresas.',
    tasks: [
      { title: 'Mudar os dados da empresa', steps: [{ run: 'company.update' }] },
      { title: 'Mudar a aparência', steps: [{ run: 'theme.toggle' }, { run: 'rail.toggle' }] },
    ],
  },
} satisfies ManualPages<Rest>
