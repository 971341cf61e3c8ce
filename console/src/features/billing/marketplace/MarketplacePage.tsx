import { account } from '@claviger/contract/access/account'
import type { OwnAccount } from '@claviger/contract/access/account'
import { marketplace } from '@claviger/contract/billing/marketplace'
import type { Purchase } from '@claviger/contract/billing/marketplace'
import { messages } from '@claviger/contract/platform/messages'
import { Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { storedToken } from '#platform/data/tokens.ts'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { signInFrom } from '#platform/data/returnAddress.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Facts } from '#platform/ui/page/Card.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Loading } from '#shell/Loading.tsx'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'
import { permissionsOfAccount } from '#shell/session.tsx'

/** Key in sessionStorage of the sealed purchase while the buyer signs in. */
const mark = 'marketplacePurchase'

function SignIn() {
  return (
    <>
      <p>{t('Sign in to the workspace that this purchase is for, or create one. Then approve the purchase.')}</p>
      <div className="cv-row">
        <Button component="a" href={signInFrom(`${window.location.origin}/marketplace/azure`)} size="lg">
          {t('Sign in to approve')}
        </Button>
        <Button component="a" href="/auth/register" variant="default" size="lg">
          {t('Create a workspace')}
        </Button>
      </div>
    </>
  )
}

function Approve({ me, of }: { me: OwnAccount; of: Purchase }) {
  const { purchase } = of
  const leave = () => sessionStorage.removeItem(mark)
  const approve = useWrite(marketplace.approve, { quiet: true, done: leave })
  const abandon = useWrite(marketplace.abandon, { quiet: true, done: leave })
  const workspace = me.workspace.name
  if (!permissionsOfAccount(me)('billing.write'))
    return (
      <Notice level="warning">
        {t("Your role can't approve purchases. Ask an owner or billing manager of {workspace}.", { workspace })}
      </Notice>
    )
  if (approve.isSuccess)
    return (
      <Stack role="status" gap={20}>
        <Notice>
          <strong>{t('Purchase approved')}</strong>{' '}
          {t('{name} is now billed through the marketplace.', { name: workspace })}
        </Notice>
        <Button component="a" href="/dashboard/billing" size="lg">
          {t('Open billing')}
        </Button>
      </Stack>
    )
  if (abandon.isSuccess)
    return (
      <div role="status">
        <Notice>
          <strong>{t('The purchase was canceled here')}</strong>{' '}
          {t('You can open the purchase again in the marketplace.')}
        </Notice>
      </div>
    )
  const refusal = approve.error ?? abandon.error
  return (
    <>
      <p>
        {t('The purchase is for {workspace}. After you approve it, the marketplace starts billing.', { workspace })}
      </p>
      {refusal !== null && <Notice level="error">{refusal.message}</Notice>}
      <div className="cv-row">
        <Button size="lg" loading={approve.isPending} onClick={() => approve.mutate({ purchase })}>
          {t('Approve purchase')}
        </Button>
        <Button size="lg" variant="default" loading={abandon.isPending} onClick={() => abandon.mutate({ purchase })}>
          {t('Cancel purchase')}
        </Button>
      </div>
    </>
  )
}

function Known({ of }: { of: Purchase }) {
  const signedIn = storedToken('access') !== null
  const self = useRead(account.self, {}, { quiet: true, when: signedIn })
  useEffect(() => {
    sessionStorage.setItem(mark, of.purchase)
    // The token in the address is a credential
    window.history.replaceState(null, '', window.location.pathname)
  }, [of.purchase])
  return (
    <Stack gap={20}>
      <Facts
        of={[
          [t('Name'), of.name],
          [t('Offer'), of.offer],
          [t('Plan'), of.plan],
          ...(of.quantity === null ? [] : [[t('Seats'), count(of.quantity)] as const]),
          [t('Buyer'), of.buyer],
        ]}
      />
      {signedIn && self.isPending ? <Loading /> : self.data ? <Approve me={self.data} of={of} /> : <SignIn />}
    </Stack>
  )
}

/** Where a cloud marketplace sends a buyer: the purchase, signing in, and the approval (R200). */
export default function MarketplacePage() {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token'))
  const [kept] = useState(() => sessionStorage.getItem(mark))
  const begun = useRead(marketplace.start, { token: token ?? '' }, { quiet: true, when: token !== null })
  const again = useRead(
    marketplace.update,
    { purchase: kept ?? '' },
    { quiet: true, when: token === null && kept !== null },
  )
  const read = token === null ? again : begun
  return (
    <SignedOutPage tab={t('Marketplace purchase')} title={t('Your purchase in the marketplace')}>
      {token === null && kept === null ? (
        <Notice level="error">{t(messages['marketplace.unidentified'])}</Notice>
      ) : read.isError ? (
        <ErrorCard title={t("We couldn't open this purchase")} fault={read.error} retry={() => void read.refetch()} />
      ) : read.isPending ? (
        <Loading />
      ) : (
        <Known of={read.data} />
      )}
    </SignedOutPage>
  )
}
