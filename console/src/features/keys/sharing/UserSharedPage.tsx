import { OneUser } from '#features/people/users/OneUser.tsx'
import classes from '../keys.module.css'
import { OpenedAccounts, SharedPasskeys } from './OpenedAccounts.tsx'
import { SharedWith } from './SharedWith.tsx'

export default function UserSharedPage() {
  return (
    <OneUser>
      {user => (
        <div className={classes.parts}>
          <div className="cv-in-order">
            <SharedWith user={user} />
            <OpenedAccounts user={user} />
            <SharedPasskeys user={user} />
          </div>
        </div>
      )}
    </OneUser>
  )
}
