import { Stack } from '@mantine/core'
import { OneUser } from '#features/people/users/OneUser.tsx'
import { OpenedAccounts, SharedPasskeys } from './OpenedAccounts.tsx'
import { SharedWith } from './SharedWith.tsx'

export default function UserSharedPage() {
  return (
    <OneUser>
      {user => (
        <Stack className="cv-linked" gap={16}>
          <div className="cv-in-order">
            <SharedWith user={user} />
            <OpenedAccounts user={user} />
            <SharedPasskeys user={user} />
          </div>
        </Stack>
      )}
    </OneUser>
  )
}
