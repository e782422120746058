// People and roles, API keys, the own profile and the settings of a company.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { screenRoute } from './money.tsx'

const people = () => import('#client/features/people/users.tsx')

export function peopleRoutes<P extends AnyRoute>(company: P) {
  const users = screenRoute(company, '/users', 'users', lazyRouteComponent(people, 'UsersScreen'))
  return [
    users.addChildren([
      screenRoute(users, '/invite', 'users.invite', lazyRouteComponent(people, 'InviteUser')),
      screenRoute(users, '/roles/create', 'users.create-role', lazyRouteComponent(people, 'CreateRole')),
      screenRoute(users, '/$userId', 'users.detail', lazyRouteComponent(people, 'UserDrawer')),
    ]),
    screenRoute(
      company,
      '/api-keys',
      'api_keys',
      lazyRouteComponent(() => import('#client/features/api-keys/api-keys.tsx'), 'ApiKeysScreen'),
    ),
    screenRoute(
      company,
      '/webhooks',
      'webhooks',
      lazyRouteComponent(() => import('#client/features/webhooks/webhooks.tsx'), 'WebhooksScreen'),
    ),
    screenRoute(
      company,
      '/profile',
      'profile',
      lazyRouteComponent(() => import('#client/features/profile/profile.tsx'), 'ProfileScreen'),
    ),
    screenRoute(
      company,
      '/settings',
      'settings',
      lazyRouteComponent(() => import('#client/features/settings/settings.tsx'), 'SettingsScreen'),
    ),
  ]
}
