import { cardImport } from '@claviger/contract/keys/card-import'
import type { CardImport } from '@claviger/contract/keys/card-import'
import { Button, Stack } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Progress } from '#features/work/runs/Progress.tsx'

export function NotifyUsers({ of }: { of: CardImport }) {
  const tell = useWrite(cardImport.notify)
  const { notified } = of
  const { success } = of.results
  const untold = success - (notified?.mailed ?? 0)
  if (success === 0 || of.undo) return null
  return (
    <Card title={t('Notify users')}>
      <Stack gap={12} align="flex-start">
        {notified && (
          <Progress
            done={notified.processed}
            of={success}
            label={t('{mailed} users notified, {others} without an email address', {
              mailed: count(notified.mailed),
              others: count(notified.processed - notified.mailed),
            })}
          />
        )}
        <p>
          {t(
            'If a card needs a PIN and has none, its user receives an email that explains how to set one. All other users receive an email that their card works. Each user is notified only once.',
          )}
        </p>
        <Button
          leftSection={<IconMail size={16} stroke={1.8} aria-hidden />}
          disabled={untold === 0 || notified?.finished === false}
          loading={tell.isPending}
          onClick={() => tell.mutate({ id: of.id })}
        >
          {t('Notify {count, plural, one {# user} other {# users}}', { count: untold })}
        </Button>
      </Stack>
    </Card>
  )
}
