// What each check of the month close is called, and the list that holds what it counts.
import type { CloseCheckId } from '#contract/month-close.ts'
import { formatDay } from '#domain/days.ts'
import { openTable } from '#domain/open-table.ts'
import type { CompanyScreen } from './screens.ts'
import type { Search } from './search-text.ts'

interface Check {
  name: string
  /** What is to be done about it. */
  help: string
  done: string
  screen: CompanyScreen
  search(month: string, start_date: string, end_date: string): Search
}

export const CHECKS = openTable<CloseCheckId, Check>(
  {
    pending_lines: {
      name: 'Linhas do extrato sem conciliação',
      help: 'Concilie ou ignore cada linha',
      done: 'todas conciliadas',
      screen: 'conciliation',
      search: month => ({ periodo: month }),
    },
    without_category: {
      name: 'Lançamentos sem categoria',
      help: 'Sem categoria ficam fora das contas da DRE',
      done: 'todos com categoria',
      screen: 'entries',
      search: (_, start, end) => ({ fluxo: `sem:categoria comp:${formatDay(start)}..${formatDay(end)}`, periodo: 'tudo' }),
    },
    overdue_bills: {
      name: 'Contas a pagar vencidas no mês',
      help: 'Baixe as pagas; as outras só com data posterior',
      done: 'nenhuma',
      screen: 'bills',
      search: month => ({ bills: 'venc:vencida -status:reprovado', periodo: month }),
    },
    overdue_receivables: {
      name: 'Contas a receber vencidas no mês',
      help: 'Baixe as recebidas; as outras só com data posterior',
      done: 'nenhuma',
      screen: 'receivables',
      search: month => ({ receivables: 'venc:vencida', periodo: month }),
    },
    balance_differences: {
      name: 'Contas com diferença de saldo',
      help: 'Banco e livros não dizem o mesmo no fim do mês',
      done: 'banco e livros iguais',
      screen: 'reports.balance',
      search: month => ({ periodo: month }),
    },
    duplicates: {
      name: 'Possíveis duplicados',
      help: 'Aceite ou ignore cada sugestão',
      done: 'nenhum',
      screen: 'duplicates',
      search: month => ({ periodo: month }),
    },
  },
  // One that only a newer server makes: where it is told in full, nobody here knows.
  name => ({ name, help: '', done: '', screen: 'reports.close', search: month => ({ periodo: month }) }),
)
