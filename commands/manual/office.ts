// The manual of an accounting office: its queue, companies and people.
import type { ManualPages } from './page.ts'

type Office =
  | 'queue'
  | 'organization'
  | 'organization.companies'
  | 'organization.users'
  | 'organization.fiscal-documents'
  | 'organization.payment-orders'
  | 'organization.product-nfe'

export const officePages = {
  queue: {
    about:
      'A fila junta o que espera em todas as empresas do escritório, do mais urgente ao menos. Cada linha leva ao lugar em que se resolve.',
    tasks: [
      { title: 'Trabalhar a fila', steps: ['Abra a primeira linha, resolva e volte: a fila anda sozinha.', { run: 'company.switch' }] },
    ],
  },
  organization: {
    about: 'O escritório em números: quantas empresas, o que vence e o que espera resposta de clientes.',
    tasks: [{ title: 'Ir a uma empresa', steps: [{ run: 'company.switch' }, 'Escreva parte do nome.'] }],
  },
  'organization.companies': {
    about: 'As empresas do escritório e quem cuida de cada uma.',
    tasks: [{ title: 'Trazer uma empresa', steps: [{ run: 'office-company.create' }, { run: 'office-company.assign' }] }],
  },
  'organization.users': {
    about: 'As pessoas do escritório e as empresas que cada uma atende.',
    tasks: [{ title: 'Convidar um contador', steps: [{ run: 'office-user.invite' }] }],
  },
  'organization.fiscal-documents': {
    about: 'As notas recebidas pelas empresas do escritório que esperam ser aceitas ou recusadas.',
    tasks: [{ title: 'Decidir notas', steps: ['Marque as notas.', { run: 'received-note.accept' }, { run: 'received-note.reject' }] }],
  },
  'organization.payment-orders': {
    about: 'As ordens de pagamento das empresas do escritório, e em que pé está cada uma.',
    tasks: [{ title: 'Separar uma ordem em duas', steps: ['Abra a ordem e marque o que sai dela.', { run: 'office-order.split' }] }],
  },
  'organization.product-nfe': {
    about: 'As notas de produto recebidas pelas empresas do escritório, em uma só lista.',
    tasks: [{ title: 'Aceitar ou recusar', steps: ['Marque as notas.', { run: 'received-note.accept' }, { run: 'received-note.reject' }] }],
  },
} satisfies ManualPages<Office>
