import type { User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Tag } from '../../../ground/ui/bits/Tag.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { Card, Facts } from '../../../ground/ui/page/Card.tsx'
import { useSession } from '../../../shell/session.tsx'
import { useAttributeNames } from '../../tenancy/workspace-settings/attributeNames.ts'
import { OneUser } from './OneUser.tsx'
import { UserStatus } from './UserStatus.tsx'
import { nextStep, reasonOf, sourceOf } from './status.ts'
import { useSendMail } from './useSendMail.ts'
import classes from './users.module.css'

const none = <span className={classes.none}>None</span>

const attributes = (user: User, nameOf: (place: number) => string) =>
  ([user.scimAttribute1, user.scimAttribute2, user.scimAttribute3, user.scimAttribute4, user.scimAttribute5] as const)
    .map((value, index): [string, ReactNode] => [nameOf(index), value])
    .filter(([, value]) => value !== null && value !== '')

function Standing({ user }: { user: User }) {
  const { can } = useSession()
  const { send, busy } = useSendMail()
  const next = can('users.write') ? nextStep(user) : null
  return (
    <Card title="Status">
      <div className={classes.standing}>
        <UserStatus status={user.status} />
        <p>{reasonOf(user)}</p>
        {next && (
          <Button variant="default" loading={busy} onClick={() => send(user)}>
            {next}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Info({ user }: { user: User }) {
  const nameOfAttribute = useAttributeNames()
  const named = (items: readonly { name: string }[]) =>
    items.length === 0 ? none : items.map(({ name }) => name).join(', ')
  return (
    <div className={classes.columns}>
      <Card title="Details">
        <Facts
          of={[
            ['First name', user.firstName],
            ['Last name', user.lastName],
            ['User ID', user.userId],
            ['Employee ID', user.employeeId ?? none],
            [
              'Email',
              <>
                {user.email ?? none} {user.sharesEmail && <Tag>Shared mailbox</Tag>}
              </>,
            ],
            ['Phone', user.phoneNumber ? `${user.phoneNumber.countryCode} ${user.phoneNumber.mobileNumber}` : none],
            ['Groups', named(user.groups)],
            ['Organization units', named(user.organizationUnits)],
            ['Source', sourceOf(user.source)],
            ...attributes(user, nameOfAttribute),
          ]}
        />
      </Card>
      <div className={classes.side}>
        <Standing user={user} />
        <Card title="History">
          <Facts
            of={[
              ['Created', <When key="at" at={user.createdAt} />],
              ['Changed', <When key="at" at={user.updatedAt} />],
              ['Activation email', user.invitedAt === null ? 'Not sent' : <When key="at" at={user.invitedAt} />],
              ['Last sign-in', user.lastSignInAt === null ? 'Never' : <When key="at" at={user.lastSignInAt} />],
              ['Keys', user.keys === 0 ? none : String(user.keys)],
            ]}
          />
        </Card>
      </div>
    </div>
  )
}

/** One user: who they are, how they stand, and what happens next. */
export default function UserPage() {
  return <OneUser>{user => <Info user={user} />}</OneUser>
}
