import { administrators } from '@claviger/contract/tenancy/administrators'
import type { PendingRole } from '@claviger/contract/tenancy/administrators'
import { Box, Button, Group, Stack } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { signOutThisTab } from '#shell/signOut.ts'
import { useSession } from '#shell/session.tsx'
import { roleWord } from '../rights.ts'
import { ContactConfirmation } from './ContactConfirmation.tsx'

function Offer({ offer }: { offer: PendingRole }) {
  const { me } = useSession()
  const go = useNavigate()
  const answer = useWrite(administrators.answerRole)
  const [kept, keep] = useState({ keepEmail: false, keepPhone: false })
  const accept = () => answer.mutate({ accept: true, ...kept }, { onSuccess: () => void signOutThisTab() })
  const decline = () =>
    answer.mutate(
      { accept: false },
      {
        onSuccess() {
          toast('success', t('Role declined'))
          void go({ to: '/dashboard' })
        },
      },
    )
  const role = roleWord(offer.role)
  return (
    <Card title={t('{name} offers you the role {role}', { name: offer.givenBy, role })}>
      <Stack gap={12}>
        <p>
          {t('The role applies to {workspace}. It gives you nothing until you accept it.', {
            workspace: me.workspace.name,
          })}
        </p>
        <p>
          {t(
            'Accept it with a passkey that you created yourself. You are then signed out everywhere and sign in again.',
          )}
        </p>
        <ContactConfirmation items={offer.closes} kept={kept} keep={keep} />
        <Group gap={8} align="stretch" justify="flex-end" wrap="nowrap">
          <Button variant="default" component={Link} to="/dashboard/addSecurityKey">
            {t('Add passkey')}
          </Button>
          <Button variant="default" disabled={answer.isPending} onClick={decline}>
            {t('Decline role')}
          </Button>
          <Button loading={answer.isPending} onClick={accept}>
            {t('Accept role')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

/** Where a user accepts or declines a role. */
export default function RolePage() {
  const offer = useRead(administrators.pendingRole, {}, { quiet: true })
  return (
    <Box maw={720}>
      <PageHead title={t('Your role')} />
      {offer.isPending && <Bones lines={4} />}
      {offer.isError && (
        <ErrorCard title={t('We could not load the role')} fault={offer.error} retry={() => void offer.refetch()} />
      )}
      {offer.data?.role && <Offer offer={offer.data.role} />}
      {offer.data?.role === null && (
        <EmptyState
          title={t('No role waits for you')}
          icon={IconUserShield}
          action={
            <Button component={Link} to="/dashboard">
              {t('Go to dashboard')}
            </Button>
          }
        >
          {t('It was withdrawn, or you answered already.')}
        </EmptyState>
      )}
    </Box>
  )
}
