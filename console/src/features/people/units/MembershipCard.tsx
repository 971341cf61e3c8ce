import type { User } from '@claviger/contract/people/users'
import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { useSession } from '#shell/session.tsx'

function Names({ of, at }: { of: readonly { id: string; name: string }[]; at: string }) {
  if (of.length === 0) return t('None')
  return (
    <Group component="ul" gap="2px 12px" align="stretch">
      {of.map(({ id, name }) => (
        <li key={id}>
          <Link style={{ fontWeight: 500 }} to={`${at}/${id}` as '/'}>
            {name}
          </Link>
        </li>
      ))}
    </Group>
  )
}

/** The groups and organization units of a user, with the way to change them. */
export function MembershipCard({ user }: { user: User }) {
  const { can } = useSession()
  return (
    <Card
      title={t('Groups and units')}
      right={
        <Link to={`/dashboard/users/${user.id}/groups` as '/'}>{can('users.write') ? t('Change') : t('Show all')}</Link>
      }
    >
      <Facts
        of={[
          [t('Groups'), <Names key="groups" of={user.groups} at="/dashboard/groups" />],
          ...(can('units.read')
            ? [
                [
                  t('Organization units'),
                  <Names key="units" of={user.organizationUnits} at="/dashboard/organization-units" />,
                ] as const,
              ]
            : []),
        ]}
      />
    </Card>
  )
}
