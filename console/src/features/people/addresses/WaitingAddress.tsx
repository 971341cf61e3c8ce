import { addresses } from '@claviger/contract/people/addresses'
import type { User } from '@claviger/contract/people/users'
import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'

export function WaitingAddress({ user }: { user: User }) {
  const { can } = useSession()
  const [now] = useState(() => Date.now())
  const waiting = useRead(addresses.waiting, { id: user.id }, { quiet: true })
  const cancel = useWrite(addresses.cancel, { done: () => toast('success', t('Email address change canceled')) })
  const set = useWrite(addresses.setAlone, {
    done: () => toast('success', t('Email address changed')),
  })
  const change = waiting.data?.change
  if (!change) return null
  const { aloneFrom } = change
  const mayAlone = Date.parse(aloneFrom) <= now
  return (
    <Box mb={12}>
      <Notice level="warning">
        <p>
          {t(
            '{by} asked to change the email address to {to}. The change takes effect when the mailbox {from} confirms it.',
            {
              to: change.email,
              from: user.email ?? '',
              by: change.askedBy,
            },
          )}{' '}
          {!mayAlone && (
            <Trans
              id="If there is no answer, you can set it from <0/>."
              components={[<When key="at" at={aloneFrom} as="day" />]}
            />
          )}
        </p>
        {can('users.write') && (
          <Group gap={8} mt={8}>
            {mayAlone && (
              <Button size="xs" loading={set.isPending} onClick={() => set.mutate({ id: user.id })}>
                {t('Set without confirmation')}
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ id: user.id })}
            >
              {t('Keep current address')}
            </Button>
          </Group>
        )}
      </Notice>
    </Box>
  )
}
