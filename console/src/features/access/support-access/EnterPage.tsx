import { useEffect } from 'react'
import { keep } from '#platform/data/tokens.ts'
import { t } from '#platform/text/text.ts'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'

/** Keeps the token of a support session, which arrives in the fragment, for this tab only. */
export default function EnterPage() {
  useEffect(() => {
    const token = window.location.hash.slice(1)
    keep('refresh', null)
    keep('access', token)
    window.location.replace('/dashboard')
  }, [])
  return (
    <SignedOutPage tab={t('Support session')} title={t('Support session')}>
      {t('Opening the workspace…')}
    </SignedOutPage>
  )
}
