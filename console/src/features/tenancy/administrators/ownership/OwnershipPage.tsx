import { administrators } from '@claviger/contract/tenancy/administrators'
import type { OwnerChange } from '@claviger/contract/tenancy/administrators'
import { Box, Button, Group, Stack } from '@mantine/core'
import { IconCrown } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { signOutThisTab } from '#shell/signOut.ts'
import { useSession } from '#shell/session.tsx'
import { ContactConfirmation } from './ContactConfirmation.tsx'

function Offer({ change }: { change: OwnerChange }) {
  const { me } = useSession()
  const go = useNavigate()
  const answer = useWrite(administrators.answerOwner)
  const placed = useRead(administrators.pendingRole, {}, { quiet: true })
  const [kept, keep] = useState({ keepEmail: false, keepPhone: false })
  const accept = () => answer.mutate({ accept: true, ...kept }, { onSuccess: () => void signOutThisTab() })
  const decline = () =>
    answer.mutate(
      { accept: false },
      {
        onSuccess() {
          toast('success', t('Offer declined'))
          void go({ to: '/dashboard' })
        },
      },
    )
  return (
    <Card
      title={t('{name} offers you ownership of {workspace}', { name: change.from.name, workspace: me.workspace.name })}
    >
      <Stack gap={12}>
        <p>
          {t(
            'An owner can do everything here, including adding owners, transferring ownership, and deleting the workspace.',
          )}
        </p>
        <p>
          <Trans
            id="When you accept, {name} becomes an administrator. The offer expires <0/>."
            values={{ name: change.from.name }}
            components={[<When key="at" at={change.endsAt} />]}
          />
        </p>
        <p>
          {t(
            'Accept it with a passkey that you created yourself. You are then signed out everywhere and sign in again.',
          )}
        </p>
        <ContactConfirmation items={placed.data?.closesForOwnership ?? []} kept={kept} keep={keep} />
        <Group gap={8} align="stretch" justify="flex-end" wrap="nowrap">
          <Button variant="default" disabled={answer.isPending} onClick={decline}>
            {t('Decline')}
          </Button>
          <Button loading={answer.isPending} onClick={accept}>
            {t('Accept ownership')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

export default function OwnershipPage() {
  const offer = useRead(administrators.pendingOwner, {}, { quiet: true })
  return (
    <Box maw={720}>
      <PageHead title={t('Ownership')} />
      {offer.isPending && <Bones lines={4} />}
      {offer.isError && (
        <ErrorCard title={t('We could not load the offer')} fault={offer.error} retry={() => void offer.refetch()} />
      )}
      {offer.data?.change?.toMe && <Offer change={offer.data.change} />}
      {offer.data && !offer.data.change?.toMe && (
        <EmptyState
          title={t('No pending offer')}
          icon={IconCrown}
          action={
            <Button component={Link} to="/dashboard">
              {t('Go to dashboard')}
            </Button>
          }
        >
          {t('The offer was withdrawn or answered, or has expired.')}
        </EmptyState>
      )}
    </Box>
  )
}
