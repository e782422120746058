// The manual of what is the same on every screen: finding, saying in a sentence what to do, several at once, taking back.
import type { ManualPages } from './page.ts'

export const everywherePages = {
  manual: {
    title: 'Buscar, mandar e desfazer',
    about:
      'De qualquer tela, uma busca encontra telas, ações, contatos, contas, notas e empresas, e entende frases. Tudo o que se faz no Razão está nela, ao lado da tecla que faz o mesmo.',
    tasks: [
      {
        title: 'Achar qualquer coisa',
        steps: [
          { run: 'palette.toggle' },
          'Digite parte do nome, um valor, um CNPJ ou um número: uma letra errada, acentos e pontos não atrapalham.',
          'Um sinal no começo procura em um lugar só: > ações, @ contatos, # categorias, / empresas, $ contas bancárias, = valores e datas, ! notas pelo número ou pela chave, * todas as empresas. A palavra também serve: “notas 1953”.',
          'As setas escolhem, Enter abre, Shift Enter abre em outra aba.',
        ],
      },
      {
        title: 'Mandar com uma frase',
        steps: [
          { run: 'palette.toggle' },
          'Escreva o que fazer: “pagar energia hoje”, “nova conta 375,50 refrigeração +5”, “ir padaria vencidas”, “filtrar maior que 5000”.',
          'Com linhas marcadas, a frase vale para elas: “mover pago”, “venc +30d”, “cat energia”, “dividir 3”.',
          'Antes do Enter se lê o que vai acontecer; Tab troca um pedaço que foi entendido de outro jeito.',
          'O que apaga nunca vem escolhido, a não ser que seja chamado pelo nome.',
        ],
      },
      {
        title: 'Fazer com várias de uma vez',
        steps: [
          { run: 'grid.toggle' },
          { run: 'grid.select-here' },
          { run: 'grid.select-all' },
          { run: 'palette.actions' },
          'O que não pode mudar fica de fora, com o motivo; o resto muda de uma vez e se desfaz de uma vez.',
        ],
      },
      {
        title: 'Desfazer',
        steps: [
          { run: 'global.undo' },
          { run: 'global.redo' },
          'O que outra pessoa mudou, ou o que foi feito há dias, se desfaz pela tela Histórico.',
        ],
      },
      {
        title: 'Escrever datas e valores depressa',
        steps: [
          'Em qualquer campo de data: “hoje”, “amanhã”, “sex”, “15”, “15/12”, “+5” dias, “+1m”, “du+2” dias úteis, “fim” do mês.',
          'Em qualquer campo de valor: “1234,5” ou uma conta, “=120*3”.',
        ],
      },
      {
        title: 'Ver ou mudar as teclas',
        steps: [{ run: 'help.open' }, 'As teclas de cada ação se mudam em Configurações, ou por Tab sobre a ação na busca.'],
      },
    ],
  },
} as const satisfies ManualPages<never>
