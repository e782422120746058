// Contacts, categories, rules, history and settings.
import { type AnyRoute, lazyRouteComponent } from '@tanstack/react-router'
import { screenRoute } from './money.tsx'

const contacts = () => import('#client/features/contacts/contacts.tsx')
const contactForms = () => import('#client/features/contacts/contact-forms.tsx')
const categories = () => import('#client/features/categories/categories.tsx')

export function registerRoutes<P extends AnyRoute>(company: P) {
  const contactList = screenRoute(company, '/contacts', 'contacts', lazyRouteComponent(contacts, 'ContactsScreen'))
  const categoryList = screenRoute(company, '/categories', 'categories', lazyRouteComponent(categories, 'CategoriesScreen'))
  return [
    contactList.addChildren([
      screenRoute(contactList, '/create/document-number', 'contacts.create-document', lazyRouteComponent(contactForms, 'CreateContact')),
      screenRoute(contactList, '/create/email-and-phone', 'contacts.create-reach', lazyRouteComponent(contactForms, 'CreateContact')),
      screenRoute(contactList, '/create/address', 'contacts.create-address', lazyRouteComponent(contactForms, 'CreateContact')),
      screenRoute(contactList, '/upload', 'contacts.upload', lazyRouteComponent(contactForms, 'ImportContacts')),
      screenRoute(contactList, '/$contactId', 'contacts.detail', lazyRouteComponent(contacts, 'ContactDrawer')),
      screenRoute(contactList, '/$contactId/delete', 'contacts.delete', lazyRouteComponent(contacts, 'DeleteContact')),
    ]),
    categoryList.addChildren([
      screenRoute(categoryList, '/create', 'categories.create', lazyRouteComponent(categories, 'CreateCategory')),
      screenRoute(categoryList, '/initial-setup', 'categories.initial-setup', lazyRouteComponent(categories, 'InitialSetup')),
      screenRoute(
        categoryList,
        '/$categoryId/budget',
        'categories.budget',
        lazyRouteComponent(() => import('#client/features/reports/category-budget.tsx'), 'CategoryBudget'),
      ),
      screenRoute(categoryList, '/$categoryId', 'categories.detail', lazyRouteComponent(categories, 'CategoryDrawer')),
    ]),
    screenRoute(
      company,
      '/rules',
      'rules',
      lazyRouteComponent(() => import('#client/features/rules/rules.tsx'), 'RulesScreen'),
    ),
    screenRoute(
      company,
      '/history',
      'history',
      lazyRouteComponent(() => import('#client/features/history/history.tsx'), 'HistoryScreen'),
    ),
    screenRoute(
      company,
      '/settings/keyboard',
      'settings.keyboard',
      lazyRouteComponent(() => import('#client/features/settings/keyboard.tsx'), 'KeyboardScreen'),
    ),
  ]
}
