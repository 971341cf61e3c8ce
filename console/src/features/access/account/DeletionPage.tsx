import { account } from '@claviger/contract/access/account'
import { graceDays } from '@claviger/contract/access/workspace-deletion'
import { Button, Group, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useSession } from '#shell/session.tsx'
import { signOut } from '#shell/signOut.ts'

export default function DeletionPage() {
  const { me, personal } = useSession()
  const go = useNavigate()
  const [asking, setAsking] = useState(false)
  const remove = useWrite(account.removeAccount, { done: () => void signOut() })
  const back = () => void go({ to: '/dashboard/profile' })
  return (
    <Stack gap={16} maw={720}>
      <PageHead title={t('Delete account')} />
      <Notice level="warning">
        {personal
          ? t(
              'Your account is deactivated immediately, and deleted after {days} days. Until then, you can sign in and reactivate it.',
              { days: graceDays },
            )
          : t(
              'You lose access to {workspace} immediately. Your passkeys stop working here, and your open sessions end.',
              {
                workspace: me.workspace.name,
              },
            )}
      </Notice>
      <Stack component="ul" className="cv-bullets cv-quiet" gap={6}>
        <li>{t('Your name and your actions stay in the activity log of the workspace.')}</li>
        <li>{t('The passkeys themselves stay on your devices. Delete them there.')}</li>
        {!personal && <li>{t('An administrator can invite you again.')}</li>}
      </Stack>
      <Group gap={8} align="stretch" wrap="nowrap">
        <Button variant="default" onClick={back}>
          {t('Keep account')}
        </Button>
        <Button color="red" onClick={() => setAsking(true)}>
          {t('Delete account…')}
        </Button>
      </Group>
      <Confirm
        open={asking}
        title={t('Delete your account?')}
        keep={t('Keep account')}
        act={t('Delete account')}
        busy={remove.isPending}
        close={() => setAsking(false)}
        confirm={() => remove.mutate({ confirm: true }, { onError: () => setAsking(false) })}
      >
        <p>
          <strong>{t("You'll lose access to {workspace}.", { workspace: me.workspace.name })}</strong>{' '}
          {personal
            ? t("We'll ask for your passkey first.")
            : t("You can't undo this. We'll ask for your passkey first.")}
        </p>
      </Confirm>
    </Stack>
  )
}
