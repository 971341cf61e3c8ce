import { administrators } from '@claviger/contract/tenancy/administrators'
import type { OwnerChange } from '@claviger/contract/tenancy/administrators'
import { Button } from '@mantine/core'
import { IconCrown } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRead } from '../../../../ground/data/useRead.ts'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { When } from '../../../../ground/ui/bits/When.tsx'
import { toast } from '../../../../ground/ui/over/toast.ts'
import { Bones } from '../../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../../ground/ui/page/Card.tsx'
import { EmptyState } from '../../../../ground/ui/page/EmptyState.tsx'
import { ErrorCard } from '../../../../ground/ui/page/ErrorCard.tsx'
import { PageHead } from '../../../../ground/ui/page/PageHead.tsx'
import { useSession } from '../../../../shell/session.tsx'
import classes from '../administrators.module.css'

function Offer({ change }: { change: OwnerChange }) {
  const { me } = useSession()
  const go = useNavigate()
  const answer = useWrite(administrators.answerOwner, { alsoRefresh: ['account'] })
  const say = (accept: boolean) =>
    answer.mutate(
      { accept },
      {
        onSuccess() {
          toast('success', accept ? `You are the owner of ${me.workspace.name}` : 'Offer declined')
          void go({ to: '/dashboard' })
        },
      },
    )
  return (
    <Card title={`${change.from.name} offers you ${me.workspace.name}`}>
      <div className={classes.answer}>
        <p>An owner may do everything here: name other owners, hand the workspace over, and delete it.</p>
        <p>
          When you accept, {change.from.name} becomes an administrator. The offer ends <When at={change.endsAt} />.
        </p>
        <div className={classes.answers}>
          <Button variant="default" disabled={answer.isPending} onClick={() => say(false)}>
            Decline
          </Button>
          <Button loading={answer.isPending} onClick={() => say(true)}>
            Accept the workspace
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Where the one to whom a workspace was offered accepts or declines it. */
export default function OwnershipPage() {
  const offer = useRead(administrators.pendingOwner, {}, { quiet: true })
  return (
    <div className={classes.page}>
      <PageHead title="Ownership" />
      {offer.isPending && <Bones lines={4} />}
      {offer.isError && (
        <ErrorCard title="We could not load the offer" fault={offer.error} retry={() => void offer.refetch()} />
      )}
      {offer.data?.change?.toMe && <Offer change={offer.data.change} />}
      {offer.data && !offer.data.change?.toMe && (
        <EmptyState
          title="No offer waits for you"
          icon={<IconCrown size={26} stroke={1.6} aria-hidden />}
          action={
            <Button component={Link} to="/dashboard">
              To the dashboard
            </Button>
          }
        >
          It was withdrawn or answered, or its week is over.
        </EmptyState>
      )}
    </div>
  )
}
