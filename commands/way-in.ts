// The screens before the session, apart from all others: sign-in loads nothing else of them.
import type { ScreenRecord } from './screen-record.ts'

export const wayIn = {
  'auth.login': { path: '/login', title: 'Entrar', area: 'auth' },
  'auth.otp': { path: '/login/verify-otp', title: 'Código de acesso', area: 'auth' },
  'auth.document': { path: '/login/document-number', title: 'Primeiro acesso ou senha esquecida', area: 'auth' },
  'auth.unknown-company': { path: '/unknown-company', title: 'Escolha uma empresa', area: 'auth' },
  'auth.go-to': { path: '/go-to', title: 'Razão', area: 'auth' },
  'auth.lead': { path: '/lead', title: 'Comece agora', area: 'auth' },
  'auth.sign-up': { path: '/signup/user-data', title: 'Criar conta', area: 'auth' },
  'auth.sign-up-feedback': { path: '/signup/user-data/feedback/$status', title: 'Cadastro', area: 'auth' },
  'auth.sign-up-access': { path: '/signup/user-access', title: 'Seu acesso', area: 'auth' },
  'auth.sign-up-otp': { path: '/signup/verify-otp', title: 'Digite o código', area: 'auth' },
  'auth.sign-up-company': { path: '/signup/company-document-number', title: 'Sua empresa', area: 'auth' },
} as const satisfies Record<string, ScreenRecord>
