import { individual } from '@claviger/contract/access/individual'
import type { Individual } from '@claviger/contract/access/individual'
import { graceDays } from '@claviger/contract/access/workspace-deletion'
import { personalPlans } from '@claviger/contract/billing/money'
import type { Activity } from '@claviger/contract/oversight/activity'
import { Button, Stack } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { count, fullDateOf } from '#platform/text/formats.ts'
import { moneyOf } from '#platform/text/money.ts'
import { msg, t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { RedeemCode } from '#features/billing/promo-codes/RedeemCode.tsx'
import { activityColumns, activityLines, nameOfEntry } from '#features/oversight/activity/activity-columns.tsx'
import { detailsOf } from '#features/oversight/activity/Details.tsx'

const plans: Record<number, string> = {
  [personalPlans.basic]: msg('Basic'),
  [personalPlans.standard]: msg('Standard'),
  [personalPlans.premium]: msg('Premium'),
}

function Deactivated({ canReactivate }: Pick<Individual, 'canReactivate'>) {
  const reactivate = useWrite(individual.reactivate, {
    done: () => toast('success', t('Your account is active again')),
  })
  if (!canReactivate)
    return (
      <Notice level="warning">
        <p>{t("Support disabled your account, so your keys can't be used. Contact support to enable it again.")}</p>
      </Notice>
    )
  return (
    <Notice level="warning">
      <p>
        {t(
          "Your account is deactivated, so your keys can't be used. It is deleted {days} days after you asked for it.",
          { days: graceDays },
        )}
      </p>
      <Button loading={reactivate.isPending} onClick={() => reactivate.mutate({})}>
        {t('Reactivate account')}
      </Button>
    </Notice>
  )
}

function Account({ of }: { of: Individual }) {
  const { me } = useSession()
  return (
    <Card
      title={t('Account')}
      right={of.active ? <Tag tone="ok">{t('Active')}</Tag> : <Tag tone="warn">{t('Deactivated')}</Tag>}
    >
      <Facts
        of={[
          [t('Name'), `${of.firstName} ${of.lastName}`.trim()],
          [t('Email'), of.email ?? '—'],
          ...(me.billing
            ? [
                [
                  t('Plan'),
                  <span key="plan">
                    {t(plans[of.plan] ?? msg('Unknown'))} ·{' '}
                    {of.price === 0
                      ? t('free, without a limit of keys')
                      : t('{amount} a month', { amount: moneyOf(of.price, of.currency) })}
                    {of.planUntil !== null && ` · ${t('until {day}', { day: fullDateOf(of.planUntil) })}`}
                  </span>,
                ] as const,
              ]
            : []),
          [
            t('Security keys'),
            <span key="keys" className="cv-row">
              <span>{count(of.keys)}</span>
              <Link to="/dashboard/profile/security-keys">{t('My security keys')}</Link>
            </span>,
          ],
          [t('Member since'), <When key="since" at={of.createdAt} as="day" />],
        ]}
      />
    </Card>
  )
}

const columns = activityColumns(() => false).filter(({ name }) => name !== 'person')

/** A personal account: what it is, its plan, and its own log (never a business function, R175). */
export default function IndividualPage() {
  const { me } = useSession()
  const read = useRead(individual.get, {})
  return (
    <Stack gap={16}>
      <PageHead title={t('Personal account')} />
      <Waiting on={read} what={t('your account')}>
        {read.data && (
          <>
            {!read.data.active && <Deactivated canReactivate={read.data.canReactivate} />}
            <Grid columns={280} align="start">
              <Account of={read.data} />
              {me.billing && (
                <Card title={t('Promo code')}>
                  <RedeemCode foot={<Foot save={t('Redeem code')} plain />} />
                </Card>
              )}
            </Grid>
          </>
        )}
      </Waiting>
      <ListPage<Activity, typeof individual.logs.input>
        of={individual.logs}
        noun={t('entries')}
        columns={columns}
        rowName={nameOfEntry}
        phone={activityLines}
        expand={detailsOf}
        empty={
          <EmptyState
            title={t('No activity yet')}
            link={{ to: '/dashboard/addSecurityKey', label: t('Add security key') }}
            icon={IconListDetails}
          >
            {t('Sign-ins and changes of your account appear here.')}
          </EmptyState>
        }
      />
    </Stack>
  )
}
