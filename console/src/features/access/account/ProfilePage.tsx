import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { useSession } from '../../../shell/session.tsx'
import { OwnKeys } from '../../keys/credentials/OwnKeys.tsx'
import { OwnPasswords } from '../../keys/stored-passwords/OwnPasswords.tsx'
import { Contact } from './Contact.tsx'
import { Details } from './Details.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { Sessions } from './Sessions.tsx'
import classes from './account.module.css'

/** Own details, contact, passkeys, password, sessions. */
export default function ProfilePage() {
  const { me, name } = useSession()
  return (
    <div className={classes.page}>
      <PageHead title="Profile" under={<span>{`${name} · ${me.userId}`}</span>} />
      <Details />
      <Contact />
      <Card
        title="Passkeys"
        flush
        right={
          <Button component={Link} to="/dashboard/addSecurityKey" variant="default">
            Add passkey
          </Button>
        }
      >
        <OwnKeys />
      </Card>
      <OwnPasswords />
      <PasswordCard />
      <Sessions />
      <Card title="Delete account">
        <div className={classes.line}>
          <span>Your account, your passkeys and your sessions end.</span>
          <Button component={Link} to="/dashboard/account-deletion" variant="default">
            Delete account…
          </Button>
        </div>
      </Card>
    </div>
  )
}
