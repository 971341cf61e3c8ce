import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '../../../ground/text/text.ts'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import { useSession } from '../../../shell/session.tsx'
import { OwnKeys } from '../../keys/credentials/OwnKeys.tsx'
import { OwnPasswords } from '../../keys/stored-passwords/OwnPasswords.tsx'
import { ExternalAccounts } from '../external-sign-in/ExternalAccounts.tsx'
import { Contact } from './Contact.tsx'
import { Details } from './Details.tsx'
import { CodesCard } from './CodesCard.tsx'
import { Consents } from './Consents.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { Sessions } from './Sessions.tsx'
import classes from './account.module.css'

/** Own details, contact, passkeys, password, sessions. */
export default function ProfilePage() {
  const { me, name } = useSession()
  return (
    <div className={classes.page}>
      <PageHead title={t('Profile')} under={<span>{`${name} · ${me.userId}`}</span>} />
      <Details />
      <Contact />
      <Card
        title={t('Passkeys')}
        flush
        right={
          <Button component={Link} to="/dashboard/addSecurityKey" variant="default">
            {t('Add passkey')}
          </Button>
        }
      >
        <OwnKeys />
      </Card>
      <OwnPasswords />
      <PasswordCard />
      <CodesCard />
      <ExternalAccounts />
      <Sessions />
      <Consents />
      <Card title={t('Delete account')}>
        <div className={classes.line}>
          <span>{t('Your account, your passkeys and your sessions end.')}</span>
          <Button component={Link} to="/dashboard/account-deletion" variant="default">
            {t('Delete account…')}
          </Button>
        </div>
      </Card>
    </div>
  )
}
