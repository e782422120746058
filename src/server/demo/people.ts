// Who signs in to the demo: one person per kind, and everyone else's names.
import type { UserKind } from '#domain/enums.ts'

export const DEMO_PASSWORD = 'razao-demo-2026'

export interface DemoUser {
  /** CPF without mask. */
  readonly document: string
  readonly name: string
  readonly kind: UserKind
  /** The person's part in the demo, for the README and the start-up line. */
  readonly role: string
  readonly email: string
  readonly phone: string
}

/** The start-up line shows the first one. */
export const DEMO_USERS = [
  {
    document: '52998224725',
    name: 'Helena Prado',
    kind: 'ACCOUNT_MANAGER',
    role: 'contadora de todas as empresas',
    email: 'helena@aurora.exemplo.com.br',
    phone: '+5519991230001',
  },
  {
    document: '31845762053',
    name: 'Augusto Ferraz',
    kind: 'ORGANIZATION_MANAGER',
    role: 'gestor do escritório',
    email: 'augusto@aurora.exemplo.com.br',
    phone: '+5519991230002',
  },
  {
    document: '70421938579',
    name: 'Bianca Rocha',
    kind: 'COMPANY_MEMBER',
    role: 'financeiro de duas empresas, com um convite a aceitar',
    email: 'bianca@solnascente.exemplo.com.br',
    phone: '+5519991230003',
  },
  {
    document: '84613527007',
    name: 'Sérgio Nascimento',
    kind: 'SOLO_USER',
    role: 'dono da padaria e de um MEI',
    email: 'sergio@solnascente.exemplo.com.br',
    phone: '+5519991230004',
  },
] as const satisfies readonly DemoUser[]

const FIRST_NAMES =
  'Adriana Alice Amanda André Antônio Beatriz Bruno Caio Camila Carla Carlos Cecília Cláudia Daniel Débora Diego Eduardo Elaine Fábio Fernanda Flávio Gabriela Gustavo Heitor Isabela João Joana Júlia Karina Laura Leandro Letícia Lucas Luana Luiz Marcelo Mariana Marta Mateus Mônica Natália Otávio Patrícia Paulo Rafael Regina Renato Roberta Rodrigo Rosa Sandra Simone Tatiana Tiago Vanessa Vera Vinícius Yara'.split(
    ' ',
  )

const LAST_NAMES =
  'Almeida Alves Amaral Andrade Araújo Azevedo Barbosa Barros Batista Borges Braga Brandão Campos Cardoso Carvalho Castro Coelho Correia Costa Cunha Dias Duarte Esteves Farias Fernandes Ferreira Fonseca Freitas Garcia Gomes Guimarães Lacerda Leal Lima Lopes Macedo Machado Magalhães Martins Medeiros Melo Mendes Miranda Monteiro Moraes Moreira Moura Neves Nogueira Oliveira Pacheco Pereira Peixoto Pinto Queiroz Ramos Reis Ribeiro Rocha Rodrigues Salgado Santana Santos Silveira Siqueira Soares Souza Tavares Teixeira Torres Vargas Vasconcelos Viana Vieira Xavier'.split(
    ' ',
  )

/** The invented person of a number; two numbers below several thousand never share a name. */
export function personName(number: number, salt: number): string {
  const first = FIRST_NAMES[(number + salt) % FIRST_NAMES.length] as string
  const last = LAST_NAMES[(number * 13 + salt * 5) % LAST_NAMES.length] as string
  return `${first} ${last}`
}
