import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { Button, Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Mark } from '#platform/ui/bits/Mark.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'

export default function ConnectAccount({ goOn }: { goOn: () => void }) {
  const looked = useRead(externalSignIn.waiting, {}, { quiet: true })
  const confirm = useWrite(externalSignIn.confirm, { quiet: true, done: goOn })
  const waits = looked.data?.waits
  return (
    <SignedOutPage
      tab={t('Connect account')}
      picture={<Mark size={52} />}
      title={t('Connect these accounts?')}
      under={waits ? (waits.address ?? waits.provider) : undefined}
    >
      <Stack gap={16}>
        {waits && (
          <p>
            {t(
              'After this, signing in to {provider} also signs you in here. Continue only if the {provider} account is yours.',
              { provider: waits.provider },
            )}
          </p>
        )}
        {waits === null && (
          <Notice level="warning">{t('This connection request is no longer valid. Start again.')}</Notice>
        )}
        {(confirm.error ?? looked.error) && <Notice level="warning">{(confirm.error ?? looked.error)?.message}</Notice>}
        {waits && (
          <Button size="lg" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate({})}>
            {t('Connect')}
          </Button>
        )}
        <Button size="lg" fullWidth variant="default" onClick={goOn}>
          {t('Continue without connecting')}
        </Button>
      </Stack>
    </SignedOutPage>
  )
}
