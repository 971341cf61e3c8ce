import { msg } from '#platform/text/text.ts'

export interface Guide {
  name: string
  title: string
  load: () => Promise<{ default: string }>
}

/** The parts of the documentation that administrators need, by their file in docs. */
export const guides: readonly { title: string; of: readonly Guide[] }[] = [
  {
    title: msg('Users and cards'),
    of: [
      {
        name: 'import',
        title: msg('Import users and cards'),
        load: () => import('../../../../../../docs/import.md?guide'),
      },
      {
        name: 'self-service',
        title: msg('Card self-service'),
        load: () => import('../../../../../../docs/self-service.md?guide'),
      },
      {
        name: 'attendance',
        title: msg('Attendance'),
        load: () => import('../../../../../../docs/attendance.md?guide'),
      },
      { name: 'workflows', title: msg('Workflows'), load: () => import('../../../../../../docs/workflows.md?guide') },
    ],
  },
  {
    title: msg('Access'),
    of: [
      {
        name: 'policies',
        title: msg('Access policies'),
        load: () => import('../../../../../../docs/policies.md?guide'),
      },
      {
        name: 'authentication-profiles',
        title: msg('Authentication profiles'),
        load: () => import('../../../../../../docs/authentication-profiles.md?guide'),
      },
      {
        name: 'applications',
        title: msg('Applications'),
        load: () => import('../../../../../../docs/applications.md?guide'),
      },
      {
        name: 'external-providers',
        title: msg('External providers'),
        load: () => import('../../../../../../docs/external-providers.md?guide'),
      },
    ],
  },
  {
    title: msg('Directories'),
    of: [
      {
        name: 'directories/how-it-works',
        title: msg('How directories work'),
        load: () => import('../../../../../../docs/directories/how-it-works.md?guide'),
      },
      {
        name: 'directories/ldap',
        title: msg('LDAP and Active Directory'),
        load: () => import('../../../../../../docs/directories/ldap.md?guide'),
      },
      {
        name: 'directories/entra',
        title: msg('Entra ID'),
        load: () => import('../../../../../../docs/directories/entra.md?guide'),
      },
      {
        name: 'directories/okta',
        title: msg('Okta'),
        load: () => import('../../../../../../docs/directories/okta.md?guide'),
      },
      {
        name: 'directories/scim',
        title: msg('SCIM'),
        load: () => import('../../../../../../docs/directories/scim.md?guide'),
      },
      {
        name: 'directories/provisioning',
        title: msg('Outbound provisioning'),
        load: () => import('../../../../../../docs/directories/provisioning.md?guide'),
      },
    ],
  },
  {
    title: msg('Claviger'),
    of: [
      { name: 'changelog', title: msg("What's new"), load: () => import('../../../../../../CHANGELOG.md?guide') },
      { name: 'partners', title: msg('Partners'), load: () => import('../../../../../../docs/partners.md?guide') },
    ],
  },
]

export const guideNamed = (name: unknown): Guide | undefined =>
  guides.flatMap(({ of }) => of).find(guide => guide.name === name)
