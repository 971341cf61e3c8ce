import { licenses } from '@claviger/contract/billing/licenses'
import type { LimitReason, Licenses } from '@claviger/contract/billing/licenses'
import { messages } from '@claviger/contract/platform/messages'
import { Box, Button, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { WholeNumber } from '#features/tenancy/workspace-settings/WholeNumber.tsx'
import { planName } from '../bills/bill-labels.ts'
import { RedeemCode } from '../promo-codes/RedeemCode.tsx'
import { LicenseBar } from './LicenseBar.tsx'

const AnnualRequest = lazy(() => import('../support/AnnualRequest.tsx'))

const reasons: Record<LimitReason, string> = {
  trial: msg('This is the limit of the trial.'),
  'no-payment-method': msg('Without a payment method, you can use the free keys only.'),
  'fixed-prepaid': msg('This is the number of licenses you paid for.'),
  'key-limit': msg('This limit is set for your workspace.'),
}

function Warned({ of }: { of: Licenses }) {
  const { warning, waiting, limitedBy } = of
  if (warning === null && waiting === 0) return null
  const full = warning === limitWarning
  return (
    <Notice level={full ? 'error' : 'warning'}>
      <div className="cv-row">
        {warning !== null && (
          <span>
            {full
              ? t('All licenses are in use. New keys can be activated again when you raise the limit or delete keys.')
              : t('More than {percent}% of the licenses are in use.', { percent: warning })}
          </span>
        )}
        {limitedBy === 'no-payment-method' && (
          <Link to="/dashboard/billing/payment-info">{t('Add payment method')}</Link>
        )}
      </div>
      {waiting > 0 && (
        <div className="cv-row">
          <span>
            {t(
              '{count, plural, one {# user is} other {# users are}} waiting for a license. The first in line get one automatically when licenses are free.',
              { count: waiting },
            )}
          </span>
          <Link to="/dashboard/users" search={{ status: '41' }}>
            {t('Show users')}
          </Link>
        </div>
      )}
    </Notice>
  )
}

const limitWarning = 100

function Limit() {
  const { fields } = useFormState()
  const limited = fields.values['limited'] === true
  return (
    <>
      <Switch
        size="xs"
        withThumbIndicator={false}
        label={t('Limit the number of security keys')}
        description={t("Keys above the limit can't be activated. Use it to keep your costs predictable.")}
        checked={limited}
        onChange={event => {
          fields.set('limited', event.currentTarget.checked)
          if (!event.currentTarget.checked) fields.set('limit', null)
        }}
      />
      {limited && <WholeNumber name="limit" label={t('Maximum number of active keys')} />}
      <Foot save={t('Save limit')} whenChanged plain />
    </>
  )
}

function OwnLimit({ of }: { of: Licenses }) {
  return (
    <Card title={t('Limit')}>
      <Form
        key={of.ownLimit}
        of={licenses.limit}
        start={{ limited: of.ownLimit !== null, limit: of.ownLimit }}
        faultsOf={({ limited, limit }) =>
          limited === true && typeof limit !== 'number' ? { limit: t(messages['required.limitation-number']) } : {}
        }
        done={({ ownLimit }) => toast('success', ownLimit === null ? t('Limit removed') : t('Limit saved'))}
      >
        <Limit />
      </Form>
    </Card>
  )
}

function Prepaid({ of }: { of: Licenses }) {
  if (of.licenses === null) return null
  return (
    <Card title={t('Prepaid licenses')}>
      <Box component="p" className="cv-quiet" mb={12}>
        {t('A change applies from today. The rest of the paid period is prorated by days on the next invoice.')}
      </Box>
      <Form
        key={of.licenses}
        of={licenses.buy}
        start={{ licenses: of.licenses }}
        done={() => toast('success', t('Licenses changed'))}
      >
        <WholeNumber name="licenses" label={t('Number of licenses')} />
        <Foot save={t('Change licenses')} whenChanged plain />
      </Form>
    </Card>
  )
}

function Body({ of }: { of: Licenses }) {
  const { can } = useSession()
  return (
    <>
      <Warned of={of} />
      <Card title={t('Keys in use')} right={<Tag tone="accent">{planName(of.plan)}</Tag>}>
        <LicenseBar of={of} />
        {of.limitedBy !== null && <p>{t(reasons[of.limitedBy])}</p>}
        <p>{t('Each active key uses one license. Deleting a key frees its license.')}</p>
      </Card>
      {can('billing.write') && (
        <>
          <OwnLimit of={of} />
          <Prepaid of={of} />
          <Card title={t('Promo code')}>
            <RedeemCode foot={<Foot save={t('Redeem code')} plain />} />
          </Card>
        </>
      )}
    </>
  )
}

export default function LicensesPage() {
  const { can } = useSession()
  const [asking, setAsking] = useState(false)
  const read = useRead(licenses.get, {})
  return (
    <Stack gap={16} maw={720}>
      <PageHead
        title={t('Licenses')}
        actions={
          can('billing.write') && (
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('Request annual subscription…')}
            </Button>
          )
        }
      />
      <Waiting on={read} what={t('the licenses')}>
        {read.data && <Body of={read.data} />}
      </Waiting>
      <Suspense>{asking && <AnnualRequest close={() => setAsking(false)} />}</Suspense>
    </Stack>
  )
}
