import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { sessions } from '@claviger/contract/access/sessions'
import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import { credentials } from '@claviger/contract/keys/credentials'
import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { oidc } from '@claviger/contract/sso/oidc'
import { Box, Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Initials } from '#platform/ui/bits/Initials.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { DeferredContent } from '#platform/ui/page/DeferredContent.tsx'
import { useSession } from '#shell/session.tsx'
import { OwnKeys } from '#features/keys/credentials/OwnKeys.tsx'
import { OwnAttendance } from '#features/oversight/attendance/OwnAttendance.tsx'
import { OwnPasswords } from '#features/keys/stored-passwords/OwnPasswords.tsx'
import { ExternalAccounts } from '../external-sign-in/ExternalAccounts.tsx'
import { Contact } from './Contact.tsx'
import { Details } from './Details.tsx'
import { CodesCard } from './CodesCard.tsx'
import { Consents } from './Consents.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { Sessions } from './Sessions.tsx'

export default function ProfilePage() {
  const { me, name } = useSession()
  // These cards change height as their answers arrive, so the cards between them appear together with them
  const above = [
    useRead(credentials.list, {}),
    useRead(storedPasswords.ownList, {}, { quiet: true }),
    useRead(externalSignIn.mine, {}, { quiet: true }),
    useRead(attendanceReports.own, {}, { quiet: true }),
    useRead(sessions.list, {}),
    useRead(oidc.consents, {}, { quiet: true }),
  ]
  return (
    <Stack gap={16} maw={720}>
      <PageHead
        title={t('Profile')}
        picture={<Initials name={name} size={52} />}
        under={<span>{`${name} · ${me.userId}`}</span>}
      />
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
      <DeferredContent until={above.every(({ isPending }) => !isPending)}>
        <OwnPasswords />
        <OwnAttendance />
        <PasswordCard />
        <CodesCard />
        <ExternalAccounts />
        <Sessions />
        <Consents />
        <Card title={t('Delete account')}>
          <div className="cv-apart cv-quiet cv-wrap">
            <Box component="span" flex="1 1 280px">
              {t('This deletes your account and your passkeys and ends your sessions.')}
            </Box>
            <Button component={Link} to="/dashboard/account-deletion" variant="default">
              {t('Delete account…')}
            </Button>
          </div>
        </Card>
      </DeferredContent>
    </Stack>
  )
}
